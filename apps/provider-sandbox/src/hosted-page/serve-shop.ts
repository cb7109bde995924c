import type { FastifyInstance } from 'fastify';
import type { Merchants } from '../merchant/merchants.js';
import { serveHostedPages } from './hosted-pages.js';
import type { PageTokens } from './page-token.js';
import { chooseInWindow, showOrder, showProduct, showWindow, submitOrder } from './shop-pages.js';
import { showImage } from './show-image.js';

const HOLDS = `select 1 from product where product_key = $1 union all select 1 from link_order where order_key = $1
  union all select 1 from product_image where image_key = $1`;

/** Serves the pages behind payment links under a path of their own. The pages work without JavaScript. */
export function serveShop(server: FastifyInstance, merchants: Merchants, tokens: PageTokens): void {
  serveHostedPages(server, {
    merchants,
    tokens,
    holds: HOLDS,
    pages: {
      '/shop/products/:key': showProduct,
      '/shop/orders/:key': showOrder,
      '/shop/orders/:key/pay': showWindow,
      '/shop/images/:key': showImage,
    },
    forms: { '/shop/products/:key': submitOrder, '/shop/orders/:key/pay': chooseInWindow },
  });
}
