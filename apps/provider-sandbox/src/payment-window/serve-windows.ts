import { providerErrors } from '@jeongsan/provider-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused, refusalOf } from '../api/refused.js';
import { replyWithFailure, takeBodiesAsText } from '../api/serve-provider.js';
import { showReceipt } from '../hosted-page/receipt-page.js';
import { serveHostedPages } from '../hosted-page/hosted-pages.js';
import type { PageTokens } from '../hosted-page/page-token.js';
import type { Merchants } from '../merchant/merchants.js';
import type { Site } from '../merchant/site.js';
import { decideBilling, showBillingWindow } from './billing-window-pages.js';
import { browserScript, browserScriptPaths } from './browser-script.js';
import {
  type OpenFromBrowser,
  openBillingFromBrowser,
  openPaymentFromBrowser,
  openWalletFromBrowser,
} from './open-from-browser.js';
import { decideInWallet, showWalletWindow } from './wallet-window-pages.js';
import { decidePayment, showPaymentWindow } from './payment-window-pages.js';

const HOLDS = `select 1 from payment where payment_key = $1 union all select 1 from billing_window where id = $1
  union all select 1 from wallet_window where id = $1 union all select 1 from cash_receipt where receipt_key = $1`;
const BODY_BYTES_MAX = 64 * 1024;
/** Shops of any address open windows. The script sends its JSON as text, so that browsers ask for no permission first. */
const fromAnywhere = { 'access-control-allow-origin': '*' } as const;

const windows: Readonly<Record<string, OpenFromBrowser>> = {
  '/window/payments': openPaymentFromBrowser,
  '/window/billing': openBillingFromBrowser,
  '/window/wallet': openWalletFromBrowser,
};

/** Serves the windows in which buyers pay and register methods, and the script with which a shop's page opens them. */
export function serveWindows(server: FastifyInstance, merchants: Merchants, tokens: PageTokens): void {
  serveHostedPages(server, {
    merchants,
    tokens,
    holds: HOLDS,
    pages: {
      '/window/payments/:key': showPaymentWindow,
      '/window/billing/:key': showBillingWindow,
      '/window/wallet/:key': showWalletWindow,
      '/receipts/:key': showReceipt,
    },
    forms: {
      '/window/payments/:key': decidePayment,
      '/window/billing/:key': decideBilling,
      '/window/wallet/:key': decideInWallet,
    },
  });
  for (const path of browserScriptPaths) {
    server.get(path, (_, reply) =>
      reply
        .headers({ ...fromAnywhere, 'cache-control': 'no-cache' })
        .type('text/javascript; charset=utf-8')
        .send(browserScript),
    );
  }
  server.register((scope, _, ready) => {
    takeBodiesAsText(scope);
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(fromAnywhere));
    scope.setErrorHandler((error, request, reply) => showRefusal(merchants, error, request, reply));
    for (const [path, open] of Object.entries(windows)) {
      scope.post(path, { bodyLimit: BODY_BYTES_MAX }, async (request: OpenRequest) => {
        const { world } = siteOf(merchants, request);
        const asked = { world, now: world.clock.now(), traceId: request.id };
        const body = objectIn(request.body);
        return { url: await world.database.transaction((sql) => open({ ...asked, sql }, body)) };
      });
    }
    ready();
  });
}

type OpenRequest = FastifyRequest<{ Querystring: { merchant?: string } }>;

/** The merchant that the script's address names (`/js/v2/standard?merchant=billing1`); the first one without a name. */
function siteOf(merchants: Merchants, { query: { merchant } }: OpenRequest): Site {
  const site = merchant === undefined ? merchants.first : merchants.named(merchant);
  if (!site) throw new Refused('INVALID_CLIENT_KEY');
  return site;
}

function objectIn(body: unknown): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(String(body));
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  } catch {
    // Refused below, like everything else that is no object.
  }
  throw new Refused('INVALID_REQUEST');
}

function showRefusal(merchants: Merchants, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusalOf(error);
  if (!refused) return replyWithFailure(merchants.first.world, error, request, reply);
  const about = refused.options.about?.join(', ');
  const { status, ko } = providerErrors[refused.code];
  return reply.status(status).send({ code: refused.code, message: about === undefined ? ko : `${ko} (${about})` });
}
