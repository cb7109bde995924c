import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, html } from './html.js';
import { FONT_STYLE_PATH } from './serve-fonts.js';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 "Noto Sans KR Variable", system-ui, sans-serif; }
body { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } img { max-width: 100%; border-radius: .5rem; } p { white-space: pre-wrap; }
label { display: block; margin: .75rem 0; } fieldset { border: 1px solid #8886; border-radius: .5rem; margin: 1rem 0; }
input, select, textarea { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
button { width: 100%; padding: .75rem; margin-top: .75rem; font: inherit; border: 0; border-radius: .5rem; background: #3182f6; color: #fff; }
details { margin-top: .75rem; } iframe { width: 100%; height: 5rem; border: 1px solid #8886; border-radius: .5rem; }
label > input[type=checkbox], label > input[type=radio] { display: inline; width: auto; }
button.quiet { background: #8883; color: inherit; } .price { font-size: 1.2rem; font-weight: 700; } .notice { color: #d22; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; } footer { margin-top: 2rem; opacity: .7; font-size: .8rem; }
`;

// The content security policy allows the hash of exactly this style.
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Addresses of the shop: those to which a form of the page may redirect, and those that the page shows in a frame. */
export type ShopAddresses = Readonly<{ leadsTo?: readonly string[]; shows?: readonly string[] }>;

/** The policy allows one style, images of this server, and forms to it; everything else is blocked. */
const policyOf = ({ leadsTo = [], shows = [] }: ShopAddresses): string =>
  [
    "default-src 'none'",
    `style-src 'self' ${STYLE_HASH}`,
    "font-src 'self'",
    "img-src 'self'",
    // Browsers apply the rule for forms to the redirect that answers a form, too.
    ['form-action', "'self'", ...originsOf(leadsTo)].join(' '),
    ...(shows.length > 0 ? [['frame-src', ...originsOf(shows)].join(' ')] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const originsOf = (urls: readonly string[]): ReadonlySet<string> => new Set(urls.map((url) => new URL(url).origin));

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Sends a whole page. A note on the page says that it is a sandbox, so that no visitor mistakes it for a real shop.
 */
export function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  content: Html,
  addresses: ShopAddresses = {},
): FastifyReply {
  const page = html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="${FONT_STYLE_PATH}" />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${content}</main>
        <footer>샌드박스입니다. 실제로 결제되지 않습니다.</footer>
      </body>
    </html>`;
  return reply
    .status(status)
    .headers({ ...headers, 'content-security-policy': policyOf(addresses) })
    .send(page.text);
}
