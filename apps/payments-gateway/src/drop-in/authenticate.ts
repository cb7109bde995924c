import type { Endpoint } from '@jeongsan/http-contract';
import { Refusal } from '@jeongsan/http-contract';
import { type Caller, mayDo } from '@jeongsan/nest-kit';
import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import type { DropIn } from './arrived.js';
import type { DropInOperation, DropInOperationName } from '@jeongsan/platform-contract';

type Keys = Pick<DropIn, 'callers' | 'accounts'>;

/**
 * The caller of an operation with a key: an API key of the platform as `Basic base64("<key>:")`, the form that clients of the
 * provider use, or a key or operator token as Bearer. Undefined for the operations of a wallet's customer: their Bearer
 * token is the provider's, which alone can check it. Throws Refusals with the provider's codes.
 */
export async function authenticate(
  keys: Keys,
  operation: DropInOperation,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  if (operation.endpoint.security === 'bearer') {
    await requireForeignToken(keys, authorization);
    return undefined;
  }
  const caller = await callerOf(keys, authorization);
  requireAllowed(caller, operation);
  return caller;
}

/** Refuses a credential of the platform on a customer's operation: it must never reach the provider. */
async function requireForeignToken({ callers }: Keys, authorization: string | undefined): Promise<void> {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) throw as('INVALID_ACCESS_TOKEN', 401, 'The access token of a customer is needed');
  const isOurs = await callers.callerOf(token).then(
    () => true,
    () => false,
  );
  if (isOurs) throw as('INVALID_ACCESS_TOKEN', 401, 'This is a key of the platform, not the token of a customer');
}

async function callerOf(keys: Keys, authorization: string | undefined): Promise<Caller> {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (value === '') throw unauthorized();
  if (scheme.toLowerCase() === 'bearer') {
    requireSameSide(keys, value);
    return keys.callers.callerOf(value);
  }
  const credential = Buffer.from(value, 'base64').toString();
  const colon = credential.indexOf(':');
  if (colon < 0) throw as('INCORRECT_BASIC_AUTH_FORMAT', 403, 'The credential has no colon');
  const user = credential.slice(0, colon);
  if (/^(test|live)_g?ck_/.test(user)) throw as('INVALID_API_KEY', 400, 'A client key cannot be used here');
  const known = colon === credential.length - 1 ? keys.callers.keyOf(user) : undefined;
  if (!known) throw unauthorized();
  requireSameSide(keys, user);
  return known;
}

/** A live key must not move play money, and a test key must not move real money. */
function requireSameSide({ accounts }: Keys, key: string): void {
  const [own, theirs] = [sideOf(accounts.main.secretKey), sideOf(key)];
  if (own === undefined || theirs === undefined || own === theirs) return;
  throw as('INVALID_API_KEY', 400, `This platform takes ${own} keys`);
}

const sideOf = (key: string): string | undefined => /^(test|live)_/.exec(key)?.[1];

/** Operations that people may use besides the market's servers: their answers are masked for people. */
const FOR_PEOPLE: ReadonlySet<DropInOperationName> = new Set<DropInOperationName>([
  'getPayment',
  'getPaymentByOrder',
  'confirmPayment',
  'cancelPayment',
]);

/** Answers of all other operations hold data of buyers unmasked, so they are for the market's servers alone. */
function requireAllowed({ roles }: Caller, { name, endpoint }: DropInOperation): void {
  const isAllowed = mayDo(roles, scopeOf(endpoint)) && (roles.includes('market') || FOR_PEOPLE.has(name));
  if (!isAllowed) throw new Refusal(403, 'FORBIDDEN', 'The caller may not do this');
}

const scopeOf = ({ method }: Endpoint): string => (method === 'GET' ? 'payments:read' : 'payments:write');

const unauthorized = (): Refusal => as('UNAUTHORIZED_KEY', 401, 'The key is not known here');
const as = (providerCode: ProviderErrorCode, status: number, detail: string): Refusal =>
  new Refusal(status, 'UNAUTHENTICATED', detail, { providerCode });
