import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { fastify } from 'fastify';

const QUALITY = 5;
const squeeze = promisify(brotliCompress);
const unsqueeze = promisify(brotliDecompress);

let kept: Promise<Buffer> | undefined;

/**
 * The page's program of Scalar, compressed by Brotli, out of its package. The package gives it by a route only, and its page has an
 * inline script, which our policy refuses: so the program is asked for once, and the page is our own.
 */
export const scalarScript = (): Promise<Buffer> => (kept ??= readScript());

/** The same program for a browser that takes no Brotli. */
export const plainScript = async (): Promise<Buffer> => unsqueeze(await scalarScript());

async function readScript(): Promise<Buffer> {
  // Loaded when the reference is first asked for: the package is one text of five million characters.
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(scalar, { routePrefix: '/scalar', configuration: { url: '/openapi.json' } });
  const { statusCode, payload } = await server.inject({ url: '/scalar/js/scalar.js' });
  await server.close();
  if (statusCode !== 200) throw new Error(`Scalar's package gives no program: ${statusCode}`);
  return squeeze(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
