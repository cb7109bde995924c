import { Logger } from '@nestjs/common';
import { providerErrors } from '@jeongsan/provider-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf, Refused, refusalOf } from '../api/refused.js';
import type { Merchants } from '../merchant/merchants.js';
import type { Call, World } from '../world.js';
import { html } from './html.js';
import type { PageTokens } from './page-token.js';
import { sendPage } from './page.js';

const logger = new Logger('HostedPages');
const FORM_BYTES_MAX = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

export type Host = Readonly<{ world: World; tokens: PageTokens }>;
type Form = URLSearchParams | undefined;
export type PageRequest = FastifyRequest<{ Params: { key: string } }>;
export type FormRequest = FastifyRequest<{ Params: { key: string }; Body: Form }>;
export type Page = (host: Host, call: Call, request: PageRequest, reply: FastifyReply) => Promise<FastifyReply>;
/** Returns the address that the visitor is redirected to. */
export type FormAction = (host: Host, call: Call, request: FormRequest) => Promise<string>;

type HostedOptions = Readonly<{
  merchants: Merchants;
  tokens: PageTokens;
  /** Finds a row if the key of an address belongs to the merchant. Keys are random, so no two merchants have the same one. */
  holds: string;
  pages: Readonly<Record<string, Page>>;
  forms: Readonly<Record<string, FormAction>>;
}>;

/** Serves pages for people, by path: pages that are read, and forms whose action is executed and then redirects. */
export function serveHostedPages(
  server: FastifyInstance,
  { merchants, tokens, holds, pages, forms }: HostedOptions,
): void {
  const siteOf = ({ params }: PageRequest | FormRequest) => merchants.holding(holds, [params.key]);
  server.register((scope, _, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler((error, request, reply) => showError(error, request, reply));
    for (const [path, page] of Object.entries(pages)) {
      scope.get(path, async (request: PageRequest, reply) => {
        const { world } = await siteOf(request);
        const call = { world, now: world.clock.now(), traceId: request.id, sql: world.database };
        return page({ world, tokens }, call, request, reply);
      });
    }
    for (const [path, act] of Object.entries(forms)) {
      scope.post(path, async (request: FormRequest, reply) => {
        const { world, work } = await siteOf(request);
        const asked = { world, now: world.clock.now(), traceId: request.id };
        const next = await world.database.transaction((sql) => act({ world, tokens }, { ...asked, sql }, request));
        work.kick();
        return reply.redirect(next, 303);
      });
    }
    ready();
  });
}

/** Checks that a form comes from a page of ours. Throws Refused. */
export function checkedForm(tokens: PageTokens, path: string, form: Form): { form: URLSearchParams; nonce: string } {
  const nonce = form && tokens.nonceOf(path, form.get('token') ?? '');
  if (!form || nonce === undefined) throw new Refused('FORBIDDEN_REQUEST');
  return { form, nonce };
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
