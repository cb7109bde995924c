/** The page of the reference. `nonce` allows the styles that Scalar adds to the page, and no script. */
export const pageWith = (nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" nonce="${nonce}" content="${nonce}"><title>Jeongsan</title></head>
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

/** Two style elements that Scalar adds without the nonce, by the hashes of their texts. Another version may need others. */
const STYLES = ['l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI=', 'T13Uev3xCax2N28XaoAE8DOzQZKvPp7ZQVAi1iRREjo=']
  .map((hash) => `'sha256-${hash}'`)
  .join(' ');

/** Only this origin, no inline script and no eval. */
export const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${STYLES}`,
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
