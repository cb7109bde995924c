import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, html } from './html.js';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, "Apple SD Gothic Neo", "Malgun Gothic", sans-serif; }
body { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } img { max-width: 100%; border-radius: .5rem; } p { white-space: pre-wrap; }
label { display: block; margin: .75rem 0; } fieldset { border: 1px solid #8886; border-radius: .5rem; margin: 1rem 0; }
input, select, textarea { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
button { width: 100%; padding: .75rem; margin-top: .75rem; font: inherit; border: 0; border-radius: .5rem; background: #3182f6; color: #fff; }
button.quiet { background: #8883; color: inherit; } .price { font-size: 1.2rem; font-weight: 700; } .notice { color: #d22; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; } footer { margin-top: 2rem; opacity: .7; font-size: .8rem; }
`;

// The content security policy allows the hash of exactly this style.
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // The policy allows one style, images of this server and forms to it; everything else is blocked.
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/** Sends a whole page. A note on the page says that it is a sandbox, so that no visitor mistakes it for a real shop. */
export function sendPage(reply: FastifyReply, status: number, title: string, content: Html): FastifyReply {
  const page = html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${content}</main>
        <footer>샌드박스입니다. 실제로 결제되지 않습니다.</footer>
      </body>
    </html>`;
  return reply.status(status).headers(headers).send(page.text);
}
