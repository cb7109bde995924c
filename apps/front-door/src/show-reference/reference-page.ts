/** The page of the reference. */
export const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Jeongsan</title></head>
<body><div id="reference"></div><script src="/docs/scalar.js"></script><script src="/docs/start.js"></script></body></html>`;

/** Starts Scalar with the document of this origin. Nothing of it may call another host. */
export const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideModels: false,
  defaultOpenAllTags: false,
  persistAuth: false,
})});\n`;

/**
 * Only this origin, no inline script and no eval. Scalar adds styles to the page as it is used, most of them without a nonce. The page
 * has no text of users, so no style can leak one.
 */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
