import { Logger } from '@nestjs/common';
import { providerErrors } from '@jeongsan/provider-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf, Refused, refusalOf } from '../api/refused.js';
import type { Merchants } from '../merchant/merchants.js';
import type { Call } from '../world.js';
import { html } from './html.js';
import { PageTokens } from './page-token.js';
import { sendPage } from './page.js';
import { showImage } from './show-image.js';
import {
  chooseInWindow,
  type FormRequest,
  type PageRequest,
  type Shop,
  showOrder,
  showProduct,
  showWindow,
  submitOrder,
} from './shop-pages.js';

const logger = new Logger('Shop');
const FORM_BYTES_MAX = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const HOLDS = `select 1 from product where product_key = $1 union all select 1 from link_order where order_key = $1
  union all select 1 from product_image where image_key = $1`;

type Page = (shop: Shop, call: Call, request: PageRequest, reply: FastifyReply) => Promise<FastifyReply>;
type FormAction = (shop: Shop, call: Call, request: FormRequest) => Promise<string>;

/** Serves the pages behind payment links under a path of their own. The pages work without JavaScript. */
export function serveShop(server: FastifyInstance, merchants: Merchants): void {
  const { shop: address, env } = merchants.first.world;
  address.servedBy(server);
  const tokens = new PageTokens(env.SECRET_KEYS[0]?.secretKey ?? '');
  /** The merchant whose product, order or image a page shows. Keys are random, so no two merchants have the same one. */
  const siteOf = ({ params }: PageRequest | FormRequest) => merchants.holding(HOLDS, [params.key]);
  const shown = (page: Page) => async (request: PageRequest, reply: FastifyReply) => {
    const { world } = await siteOf(request);
    const call = { world, now: world.clock.now(), traceId: request.id, sql: world.database };
    return page({ world, tokens }, call, request, reply);
  };
  /** Executes a form's action and commits it, then redirects the buyer. */
  const done = (act: FormAction) => async (request: FormRequest, reply: FastifyReply) => {
    const { world, work } = await siteOf(request);
    const asked = { world, now: world.clock.now(), traceId: request.id };
    const path = await world.database.transaction((sql) => act({ world, tokens }, { ...asked, sql }, request));
    work.kick();
    return reply.redirect(path, 303);
  };
  server.register((scope, _, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler((error, request, reply) => showError(error, request, reply));
    scope.get('/shop/products/:key', shown(showProduct));
    scope.post('/shop/products/:key', done(submitOrder));
    scope.get('/shop/orders/:key', shown(showOrder));
    scope.get('/shop/orders/:key/pay', shown(showWindow));
    scope.post('/shop/orders/:key/pay', done(chooseInWindow));
    scope.get('/shop/images/:key', shown(showImage));
    ready();
  });
}

/** Shows the buyer why a request failed. Nothing of the request is shown, so that no injected text appears. */
function showError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  const refused = refusalOf(error) ?? (statusCode < 500 ? new Refused('INVALID_REQUEST') : undefined);
  if (!refused) logger.error(`Trace ${request.id} failed`, error instanceof Error ? error.stack : String(error));
  const { code, options } = refused ?? new Refused('UNKNOWN_ERROR');
  const message = code === 'INVALID_REQUEST' ? '입력한 내용을 확인해 주세요.' : messageOf(code, undefined);
  const about = options.about?.join(', ');
  const content = html`<h1>진행할 수 없습니다</h1>
    <p class="notice" role="alert">${message}${about && ` (${about})`}</p>`;
  return sendPage(reply, providerErrors[code].status, '진행할 수 없습니다', content);
}
