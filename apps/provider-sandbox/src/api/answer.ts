import { encodeOutput } from '@jeongsan/http-contract';
import type { SecurityKey } from '@jeongsan/jwe';
import { providerErrors, TEST_CODE_HEADER } from '@jeongsan/provider-contract';
import type { IncomingHttpHeaders } from 'node:http';
import type { Sql } from '../database/sql.js';
import type { Call, World } from '../world.js';
import { authenticate, type Merchantry } from './authenticate.js';
import { type Answer, firstAnswer, identityOf, keepAnswer } from './idempotency.js';
import type { Operation } from './operation.js';
import { printError, printV1, printV2 } from './print.js';
import { isErrorCode, messageOf, refusalOf, Refused } from './refused.js';
import { openRequest, sealAnswer } from './sealing.js';

/** A request as it arrived. */
export type Arrived = Readonly<{
  headers: IncomingHttpHeaders;
  url: string;
  params: unknown;
  query: unknown;
  body: string;
  traceId: string;
}>;

/** An answer, and what it repeats when it is not the first to its Idempotency-Key. */
export type Given = Answer & Readonly<{ replayOf?: string }>;

/** Answers one request of the provider's API. Throws only what is the sandbox's own fault. */
export async function answer(world: World, operation: Operation, arrived: Arrived): Promise<Given> {
  try {
    const merchantry = authenticate(arrived.headers.authorization, world.env.SECRET_KEYS);
    const identity = idempotencyIdentity(operation, arrived, merchantry);
    const call = { world, now: world.clock.now(), traceId: arrived.traceId };
    if (operation.endpoint.method === 'GET') {
      return await perform({ ...call, sql: world.database }, operation, arrived, merchantry);
    }
    return await world.database.transaction(async (sql) => {
      const first = identity && (await firstAnswer(sql, identity, call.now));
      if (first) return { ...first, traceId: arrived.traceId, replayOf: first.traceId };
      const given = await perform({ ...call, sql }, operation, arrived, merchantry);
      if (identity) await keepAnswer(sql, identity, call.now, given);
      return given;
    });
  } catch (error) {
    // Refused before anything was opened: authentication, or an idempotency key that cannot be used. Always plain.
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    return printed(world, arrived, refused);
  }
}

function idempotencyIdentity(operation: Operation, arrived: Arrived, { secretKey }: Merchantry): Buffer | undefined {
  const key = arrived.headers['idempotency-key'];
  const { method } = operation.endpoint;
  return method === 'POST' && typeof key === 'string'
    ? identityOf({ key, secretKey, url: arrived.url, method })
    : undefined;
}

/** Opens, decodes and does what is asked; a refusal is an answer too, sealed when the request was. */
async function perform(call: Call, operation: Operation, arrived: Arrived, merchantry: Merchantry): Promise<Answer> {
  const { world } = call;
  let sealKey: SecurityKey | undefined;
  try {
    const mustBeSealed = operation.endpoint.sealed === true;
    const opened = await openRequest({ ...arrived, mustBeSealed }, world.env.SECURITY_KEYS);
    sealKey = opened.sealKey;
    refuseAsAsked(arrived.headers, merchantry);
    const input = operation.decode({ ...arrived, body: readBody(operation, arrived.headers, opened) });
    const output = encodeOutput(operation.endpoint, await undoingRefusals(call, () => operation.handle(call, input)));
    const text = operation.endpoint.path.startsWith('/v2') ? printV2(output) : printV1(output);
    return await wrapped(world, arrived, operation.endpoint.success.status, text, sealKey);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    return printed(world, arrived, refused, sealKey);
  }
}

/** Test keys may order an error by its code (header TossPayments-Test-Code). */
function refuseAsAsked(headers: IncomingHttpHeaders, { isTest }: Merchantry): void {
  const code = headers[TEST_CODE_HEADER];
  // ASSUMED: the header works on every operation; it is documented for approvals.
  if (!isTest || typeof code !== 'string') return;
  throw new Refused(isErrorCode(code) ? code : 'INVALID_TEST_CODE');
}

function readBody(
  operation: Operation,
  headers: IncomingHttpHeaders,
  opened: { text: string; sealKey?: SecurityKey },
): unknown {
  if (!operation.endpoint.body) return undefined;
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (!isJson && !opened.sealKey) throw new Refused('INVALID_REQUEST', { about: ['content-type'] });
  try {
    return JSON.parse(opened.text) as unknown;
  } catch {
    throw new Refused('INVALID_REQUEST', { about: ['JSON'] });
  }
}

/** Runs the operation so that a refusal leaves nothing of it, but keeps the transaction for the answer. */
async function undoingRefusals<T>(call: Call, work: () => Promise<T>): Promise<T> {
  if (call.sql === call.world.database) return work();
  await call.sql.rows('savepoint operation');
  try {
    return await work();
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    await rollBack(call.sql);
    await refused.options.afterwards?.(call);
    throw refused;
  }
}

const rollBack = (sql: Sql) => sql.rows('rollback to savepoint operation');

function printed(world: World, arrived: Arrived, refused: Refused, sealKey?: SecurityKey): Promise<Answer> {
  const { code, options } = refused;
  const message = messageOf(code, arrived.headers['accept-language']);
  const fault = { code, message: [message, ...(options.about ?? []).map((about) => `(${about})`)].join(' ') };
  const text = printError(arrived.url, fault, world, arrived.traceId);
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
