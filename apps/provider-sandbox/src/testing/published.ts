import { CallError, type Endpoint, type Send, type WireReply } from '@jeongsan/http-contract';
import { API_VERSION_USUAL, providerContract, providerOpenApi } from '@jeongsan/provider-contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const document = providerOpenApi();
const names = new Map<Endpoint, string>(
  Object.entries(providerContract).map(([name, e]: [string, Endpoint]) => [e, name]),
);
const schemas = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document', false, false);
const validators = new Map<string, ValidateFunction | undefined>();

/**
 * Compares an opened reply with the published OpenAPI document. Returns the differences; undefined for none, and for
 * operations that are not published.
 */
export function misfitOf(e: Endpoint, reply: Pick<WireReply, 'status' | 'body'>): string | undefined {
  const name = names.get(e);
  if (name === undefined || reply.body === '') return undefined;
  const fits = validatorOf(name, e, reply.status);
  const json = parsed(reply.body);
  // A reply that is not JSON needs no check: the client refuses it.
  if (!fits || json === undefined || isOfOlderVersion(json) || fits(json)) return undefined;
  return `${name} answered ${reply.status}: ${JSON.stringify(fits.errors?.[0])} in ${reply.body.slice(0, 500)}`;
}

/** Whether a reply has an older API version: the published document describes the usual version only. */
function isOfOlderVersion(json: unknown): boolean {
  const { version } = (json ?? {}) as { version?: unknown };
  return typeof version === 'string' && version < API_VERSION_USUAL;
}

function validatorOf(name: string, e: Endpoint, status: number): ValidateFunction | undefined {
  const key = `${name} ${status}`;
  if (validators.has(key)) return validators.get(key);
  const { responses } = document.paths[e.path]?.[e.method.toLowerCase()] as { responses: Record<string, unknown> };
  const described = String(status) in responses ? String(status) : 'default';
  const content = `document#${pointer('paths', e.path, e.method.toLowerCase(), 'responses', described, 'content')}`;
  const found =
    schemas.getSchema(`${content}/application~1json/schema`) ??
    schemas.getSchema(`${content}/text~1plain/schema/x-plaintext`);
  validators.set(key, found);
  return found;
}

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Makes every call fail whose reply differs from the published document, and collects the differences for the end of
 * the test file.
 */
export function asPublished(send: Send, misfits: string[]): Send {
  return async (request) => {
    const reply = await send(request);
    const misfit = misfitOf(request.endpoint, reply);
    if (misfit === undefined) return reply;
    misfits.push(misfit);
    throw new CallError('unknown', reply.status, 'NOT_AS_PUBLISHED', misfit);
  };
}
