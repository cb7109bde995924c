import type { FastifyReply } from 'fastify';
import type { Call } from '../world.js';
import type { Host, PageRequest } from './hosted-pages.js';

/**
 * Sends an image of a product as it was uploaded, with the content type found in its bytes, so that no script can be
 * smuggled in.
 */
export async function showImage(
  _: Host,
  { sql }: Call,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [image] = await sql.rows<{ contentType: string; bytes: Buffer }>(
    'select content_type as "contentType", bytes from product_image where image_key = $1',
    [request.params.key],
  );
  if (!image) return reply.status(404).type('text/plain; charset=utf-8').send('이미지가 없습니다.');
  const headers = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };
  return reply.headers(headers).type(image.contentType).send(image.bytes);
}
