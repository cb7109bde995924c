import { encodeOutput, type Endpoint, type Output } from '@jeongsan/http-contract';
import type { SecurityKey } from '@jeongsan/jwe';
import { type ApiVersion, providerErrors, TEST_CODE_HEADER } from '@jeongsan/provider-contract';
import type { IncomingHttpHeaders } from 'node:http';
import type { Asked, Call, World } from '../world.js';
import { authenticateFor, withCustomer } from './authenticate.js';
import type { Caller } from './caller.js';
import { isUnderAlias } from './path-alias.js';
import { type Answer, firstAnswer, identityOf, keepAnswers } from './idempotency.js';
import { inLanguage } from './in-language.js';
import type { Operation } from './operation.js';
import { printError, printV1, printV2 } from './print.js';
import { isErrorCode, messageOf, refusalOf, Refused } from './refused.js';
import { RefusedWithEffect } from './refused-with-effect.js';
import { type OpenedRequest, openRequest, sealAnswer } from './sealing.js';
import { answerInVariants, textInVariants } from './variants/in-variants.js';
import { inVersion } from './versions/in-version.js';
import { assertVersionHas } from './versions/since-version.js';
import { versionOf } from './versions/version-of.js';

/** A request as it arrived, before its body is opened or parsed. */
export type Arrived = Readonly<{
  headers: IncomingHttpHeaders;
  url: string;
  params: unknown;
  query: unknown;
  body: string;
  /** Reads a multipart body. Call it only after the caller is authenticated, because files may be large. */
  readForm?: () => Promise<unknown>;
  traceId: string;
}>;

/** An answer; `replayOf` is the trace id of the first answer if this one repeats it for an Idempotency-Key. */
export type Given = Answer & Readonly<{ replayOf?: string }>;

/** Answers one request of the provider's API. Throws only for faults of the sandbox itself. */
export async function answer(world: World, operation: Operation, arrived: Arrived): Promise<Given> {
  const base: Asked = {
    world,
    now: world.clock.now(),
    traceId: arrived.traceId,
    isUnderAlias: isUnderAlias(arrived.url),
  };
  try {
    const { endpoint } = operation;
    const caller = authenticateFor(endpoint, arrived.headers.authorization, world.env.SECRET_KEYS);
    admit(base, operation, arrived, caller);
    const known = async () => ({ ...base, caller: await withCustomer(endpoint, caller, world) });
    const identity = idempotencyIdentity(operation, arrived, caller);
    if (identity === undefined) return await perform(await known(), operation, arrived);
    return await world.running.alone(identity, async () => {
      const first = await firstAnswer(world.database, identity, base.now);
      // The stored answer comes before the customer's token: a repeated withdrawal has no valid token any more.
      if (first) return { ...first, traceId: arrived.traceId, replayOf: first.traceId };
      return perform(await known(), operation, arrived, identity);
    });
  } catch (error) {
    // Refusals before the body was opened (authentication, an invalid idempotency key) are always plain.
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    return printed(world, arrived, refused, world.merchant.apiVersion);
  }
}

/** Applies rate limits. A request refused here is not opened, so its answer is plain. */
function admit({ world, now }: Asked, { name, endpoint }: Operation, { url }: Arrived, { credential }: Caller): void {
  const isLookup = endpoint.method === 'GET' && endpoint.path.startsWith('/v1/payments/');
  world.limits.admit(world.merchant.settings, { operation: name, credential, url, isLookup, now });
}

function idempotencyIdentity(operation: Operation, arrived: Arrived, { credential }: Caller): Buffer | undefined {
  const key = arrived.headers['idempotency-key'];
  const { method } = operation.endpoint;
  return method === 'POST' && typeof key === 'string' && key !== ''
    ? identityOf({ key, credential, url: arrived.url, method })
    : undefined;
}

/** Opens, decodes and executes a request. A refusal is an answer too, and is sealed if the request was. */
async function perform(
  base: Asked & { caller: Caller },
  operation: Operation,
  arrived: Arrived,
  identity?: Buffer,
): Promise<Answer> {
  const { world, caller } = base;
  const version = versionOf(base);
  let sealKey: SecurityKey | undefined;
  try {
    const mustBeSealed = operation.endpoint.sealed === true;
    const opened = await openSealedBy(base, arrived, mustBeSealed);
    sealKey = opened.sealKey;
    refuseAsAsked(arrived.headers, caller);
    assertVersionHas(operation.endpoint, version);
    const input = operation.decode({ ...arrived, body: await readBody(operation, arrived, opened) });
    const answerWith = (output: Output<Endpoint>) => answered(world, operation, arrived, output, version, sealKey);
    const shared = await operation.together?.({ asked: base, input, identity, answerWith });
    if (shared) return shared;
    return await committed(base, operation, async (call) => {
      const given = await answerWith(await operation.handle(call, input));
      if (identity) keepAnswers(call.sql, [{ id: identity, now: call.now, answer: given }]);
      return given;
    });
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    const given = await printed(world, arrived, refused, version, sealKey);
    await keepRefusal(base, refused, given, identity);
    return given;
  }
}

/** Opens a request with the caller's security keys, and notes the key of a sealed body. */
async function openSealedBy(
  { world, caller }: Asked & { caller: Caller },
  arrived: Arrived,
  mustBeSealed: boolean,
): Promise<OpenedRequest> {
  const { credential, customer } = caller;
  const keys = world.usedSecurityKeys.of(credential, world.env.SECURITY_KEYS);
  const opened = await openRequest({ ...arrived, mustBeSealed }, keys);
  // Access tokens of customers are not noted, because their number is not limited.
  if (opened.isSealed && opened.sealKey && customer === undefined) {
    world.usedSecurityKeys.note(credential, opened.sealKey);
  }
  return opened;
}

function answered(
  world: World,
  { name, endpoint }: Operation,
  arrived: Arrived,
  output: Output<Endpoint>,
  version: ApiVersion,
  sealKey?: SecurityKey,
): Promise<Answer> {
  const { path } = endpoint;
  const { answerVariants } = world.merchant;
  const encoded = encodeOutput(endpoint, output);
  const shown = inVersion(encoded, version, world.env.API_VERSION, path);
  const worded = inLanguage(shown, arrived.headers['accept-language']);
  const wire = answerInVariants(worded, answerVariants, name);
  const text = textInVariants(path.startsWith('/v2') ? printV2(wire) : printV1(wire), answerVariants);
  return wrapped(world, arrived, endpoint.success.status, text, sealKey);
}

/** Executes an operation: a GET without a transaction, all others in one transaction with their stored answer. */
function committed<T>(base: Asked, { endpoint }: Operation, work: (call: Call) => Promise<T>): Promise<T> {
  const { database } = base.world;
  if (endpoint.method === 'GET') return work({ ...base, sql: database });
  return database.transaction((sql) => work({ ...base, sql }));
}

/**
 * Stores a refusal's answer and executes the refusal's own effect; everything else that the operation did was rolled
 * back.
 */
async function keepRefusal(base: Asked, refused: Refused, given: Answer, identity: Buffer | undefined): Promise<void> {
  const afterwards = refused instanceof RefusedWithEffect ? refused.afterwards : undefined;
  if (afterwards === undefined && identity === undefined) return;
  await base.world.database.transaction(async (sql) => {
    await afterwards?.({ ...base, sql });
    if (identity) keepAnswers(sql, [{ id: identity, now: base.now, answer: given }]);
  });
}

/** Throws the error that a caller with a test key ordered (header TossPayments-Test-Code). */
function refuseAsAsked(headers: IncomingHttpHeaders, { isTest }: Caller): void {
  const code = headers[TEST_CODE_HEADER];
  // ASSUMED: the test-code header works on every operation; it is documented for approvals only.
  if (!isTest || typeof code !== 'string') return;
  throw new Refused(isErrorCode(code) ? code : 'INVALID_TEST_CODE');
}

async function readBody(
  operation: Operation,
  { headers, readForm }: Arrived,
  opened: { text: string; sealKey?: SecurityKey },
): Promise<unknown> {
  if (!operation.endpoint.body) return undefined;
  // An empty body is accepted if the body's schema accepts undefined.
  if (opened.text === '' && operation.endpoint.body.safeParse(undefined).success) return undefined;
  if (readForm) return readForm();
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (!isJson && !opened.sealKey) throw new Refused('INVALID_REQUEST', { about: ['content-type'] });
  try {
    return JSON.parse(opened.text) as unknown;
  } catch {
    throw new Refused('INVALID_REQUEST', { about: ['JSON'] });
  }
}

function printed(
  world: World,
  arrived: Arrived,
  refused: Refused,
  version: ApiVersion,
  sealKey?: SecurityKey,
): Promise<Answer> {
  const { code, options } = refused;
  const message = messageOf(code, arrived.headers['accept-language']);
  const fault = { code, message: [message, ...(options.about ?? []).map((about) => `(${about})`)].join(' ') };
  const text = printError(arrived.url, fault, version, arrived.traceId, world.merchant.answerVariants);
  return wrapped(world, arrived, providerErrors[code].status, text, sealKey);
}

async function wrapped(
  world: World,
  { traceId }: Arrived,
  status: number,
  text: string,
  sealKey?: SecurityKey,
): Promise<Answer> {
  if (!sealKey) return { status, contentType: 'application/json; charset=utf-8', body: text, traceId };
  const body = await sealAnswer(text, sealKey, world.clock.now);
  return { status, contentType: 'text/plain; charset=utf-8', body, traceId };
}
