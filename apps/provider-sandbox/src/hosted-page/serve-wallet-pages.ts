import { banks, cardIssuers } from '@jeongsan/provider-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Appearance, accountAppearance, cardAppearance } from '../wallet/appearance.js';
import { termsOf } from '../wallet/terms.js';
import { html } from './html.js';
import { sendPage } from './page.js';

type Named = FastifyRequest<{ Params: { name: string } }>;

const svgs = new Map<string, string>(
  [
    ...cardIssuers.map(({ code }) => cardAppearance(code)),
    ...banks.map(({ shortCode }) => accountAppearance(shortCode)),
  ].flatMap((appearance) => [
    [appearance.iconUrl, picture(appearance, 64)] as const,
    ...('cardImgUrl' in appearance ? [[String(appearance.cardImgUrl), picture(appearance, 320)] as const] : []),
  ]),
);

/** Serves what the wallet's answers link to: the texts of its terms, and pictures of cards and banks. */
export function serveWalletPages(server: FastifyInstance): void {
  server.get('/wallet/terms/:name', (request: Named, reply) => showTerms(request, reply));
  for (const kind of ['icons', 'cards'])
    server.get(`/wallet/${kind}/:name`, ({ params: { name } }: Named, reply) => {
      const svg = svgs.get(`${kind}/${name}`);
      return svg === undefined ? reply.status(404).send() : reply.headers(safe).type('image/svg+xml').send(svg);
    });
}

const safe = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' } as const;

function showTerms({ params: { name } }: Named, reply: FastifyReply): FastifyReply {
  const terms = termsOf(Number(name));
  if (!terms) return sendPage(reply, 404, '없는 약관', html`<h1>없는 약관입니다</h1>`);
  const content = html`<h1>${terms.title}</h1>
    <p>${terms.required ? '필수 약관' : '선택 약관'}입니다. 샌드박스에는 약관의 본문이 없습니다.</p>`;
  return sendPage(reply, 200, terms.title, content);
}

/** A plain picture in the company's color, with the first letter of its name. */
function picture({ name, color }: Appearance, width: number): string {
  const height = width === 64 ? 64 : 202;
  const letter = html`${name.slice(0, 1)}`.text;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
  <rect width="100%" height="100%" rx="12" fill="${color.background}"/>
  <text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="${height / 2}" fill="${color.text}">${letter}</text>
</svg>`;
}
