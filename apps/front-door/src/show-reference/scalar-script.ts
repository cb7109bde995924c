import { brotliCompressSync, constants } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

const QUALITY = 5;

/** A script as it is sent: compressed once, since it is large. */
export type Script = Readonly<{ brotli: Buffer; plain: string }>;

let kept: Promise<Script> | undefined;

/**
 * The page's program of Scalar, out of its package. The package gives it by a route only, and its page has an inline script,
 * which our policy refuses: so the program is asked for once, and the page is our own.
 */
export const scalarScript = (): Promise<Script> => (kept ??= readScript());

async function readScript(): Promise<Script> {
  const server = fastify();
  await server.register(scalar, { routePrefix: '/scalar', configuration: { url: '/openapi.json' } });
  const { statusCode, payload } = await server.inject({ url: '/scalar/js/scalar.js' });
  await server.close();
  if (statusCode !== 200) throw new Error(`Scalar's package gives no program: ${statusCode}`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return { brotli: brotliCompressSync(payload, { params }), plain: payload };
}
