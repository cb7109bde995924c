import type { FastifyReply } from 'fastify';

export type PlainPage = Readonly<{
  status: number;
  title: Readonly<{ korean: string; english: string }>;
  /** HTML of the door's own, with no text of a request that is not escaped. */
  head?: string;
  body: string;
}>;

const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{max-width:34rem;margin:15vh auto;padding:0 1rem}a{color:LinkText}h1{font-size:1.5rem}`;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers a page of the door's own, in both languages, without script. */
export function html(reply: FastifyReply, { status, title, head = '', body }: PlainPage): FastifyReply {
  return reply.code(status).headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
    .send(`<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${title.korean} · ${title.english}</title><style>${STYLE}</style></head>
<body><main><h1>${title.korean}<br><span lang="en">${title.english}</span></h1>${body}</main></body></html>
`);
}
