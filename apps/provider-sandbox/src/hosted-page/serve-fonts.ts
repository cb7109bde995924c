import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const FONT_STYLE_PATH = '/shop/fonts/index.css';

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-kr/index.css'));
const FONT_FILE = /^noto-sans-kr-[a-z0-9-]+\.woff2$/;
const headers = {
  'cache-control': 'public, max-age=31536000',
  'x-content-type-options': 'nosniff',
  // Pages of a shop may use the face, too: browsers load fonts across hosts with permission only.
  'access-control-allow-origin': '*',
} as const;

/** Serves a face with Korean letters, for machines that have none. A browser loads only the parts that it needs. */
export function serveFonts(server: FastifyInstance): void {
  const style = readFileSync(join(folder, 'index.css'), 'utf8').replaceAll('url(./files/', 'url(/shop/fonts/');
  server.get(FONT_STYLE_PATH, (_, reply) => reply.headers(headers).type('text/css; charset=utf-8').send(style));
  server.get('/shop/fonts/:file', async ({ params }: FastifyRequest<{ Params: { file: string } }>, reply) => {
    if (!FONT_FILE.test(params.file)) return reply.status(404).send();
    const font = await readFile(join(folder, 'files', params.file)).catch(() => undefined);
    return font === undefined ? reply.status(404).send() : reply.headers(headers).type('font/woff2').send(font);
  });
}
