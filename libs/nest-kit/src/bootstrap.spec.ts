import { holidaysKnownUntil } from '@jeongsan/calendar';
import { createHash } from 'node:crypto';
import { Get, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { endpoint, Refusal } from '@jeongsan/http-contract';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { z } from 'zod';
import {
  createApp,
  IdempotencyStore,
  Open,
  parseEnv,
  baseEnv,
  NotReady,
  READINESS,
  Serves,
  type Handlers,
  type IdempotencyVerdict,
  type IdempotentRequest,
  type Readiness,
} from './index.js';

const won = z.codec(z.number().int(), z.bigint(), { decode: (n) => BigInt(n), encode: (b) => Number(b) });
const payLine = endpoint({
  method: 'POST',
  path: '/v1/lines/{lineId}',
  summary: 'Pays a line',
  security: 'bearer',
  scope: 'payments:write',
  params: z.object({ lineId: z.string() }),
  body: z.object({ amount: won, sellerId: z.string(), note: z.string().max(5).optional() }),
  success: { status: 201, body: z.object({ amount: won, by: z.string(), run: z.number() }) },
  errors: ['LINE_CLOSED'],
});
const readRun = endpoint({
  method: 'GET',
  path: '/v1/runs',
  summary: 'Reads a run',
  security: 'bearer',
  scope: 'payouts:approve',
  success: { status: 200, body: z.object({ id: z.string() }) },
  errors: [],
});
const lines = { payLine, readRun };
const doors = { openRun: endpoint({ ...readRun, path: '/v1/open', security: 'none' }) };

/** Node's error for a refused connection. */
const addressed = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });

let runs = 0;
@Serves(lines)
class LinesController {
  readonly handlers: Handlers<typeof lines> = {
    payLine: ({ params, body }, { caller }) => {
      runs += 1;
      if (params.lineId === 'closed')
        throw new Refusal(409, 'LINE_CLOSED', 'Line closed is closed: it cannot be paid', { lineId: 'closed' });
      if (params.lineId === 'broken') throw new Error('canary-secret');
      if (params.lineId === 'away') throw addressed();
      return { amount: body.amount + 1n, by: caller.actor, run: runs };
    },
    readRun: (_, { caller }) => ({ id: caller.actor }),
  };
}

@Serves(doors)
class DoorsController {
  readonly handlers: Handlers<typeof doors> = { openRun: () => ({ id: 'anybody' }) };

  @Open()
  @Get('hook')
  hook() {
    return 'taken';
  }

  @Get('forgotten')
  forgotten() {
    return 'nobody decided who may see this';
  }
}

/** Keeps answers in memory: the interceptor's own behaviour is under test, not Postgres. */
class MemoryStore extends IdempotencyStore {
  readonly kept = new Map<string, { asked: IdempotentRequest; status?: number; response?: unknown }>();
  override async begin(asked: IdempotentRequest): Promise<IdempotencyVerdict> {
    const first = await this.find(asked);
    if (!first) this.kept.set(`${asked.caller} ${asked.key}`, { asked });
    return first ?? { kind: 'new' };
  }
  override async find(asked: IdempotentRequest): Promise<IdempotencyVerdict | undefined> {
    const first = this.kept.get(`${asked.caller} ${asked.key}`);
    if (!first) return undefined;
    if (first.asked.bodyHash !== asked.bodyHash || first.asked.request !== asked.request) return { kind: 'conflict' };
    return first.status === undefined
      ? { kind: 'running' }
      : { kind: 'replay', status: first.status, response: first.response };
  }
  override async finish(asked: IdempotentRequest, status: number, response: unknown): Promise<void> {
    this.kept.set(`${asked.caller} ${asked.key}`, { asked, status, response });
  }
  override async abandon(asked: IdempotentRequest): Promise<void> {
    this.kept.delete(`${asked.caller} ${asked.key}`);
  }
}

const store = new MemoryStore();
/** The error that each readiness check throws now. */
let missing: Readonly<Record<string, Error>> = {};
const readiness: Readiness[] = [
  { name: 'thing' },
  { name: 'contents', server: 'thing' },
  { name: 'other', isSpared: true },
].map((of) => ({
  ...of,
  check: async () => {
    const error = missing[of.name];
    if (error) throw error;
    return { version: 3 };
  },
}));

@Module({
  controllers: [LinesController, DoorsController],
  providers: [
    { provide: IdempotencyStore, useValue: store },
    { provide: READINESS, useValue: readiness },
  ],
})
class TestModule {}

/** What stays real while the date is set. */
const EVERY_TIMER = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
const KEY = 'market-key';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let operatorKey: CryptoKey;
let app: NestFastifyApplication;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  operatorKey = pair.privateKey;
  const env = parseEnv(baseEnv, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    API_KEYS: JSON.stringify([
      { id: 'market', sha256: sha256(KEY), roles: ['market'] },
      { id: 'auditor', sha256: sha256('auditor-key'), roles: ['viewer'] },
      { id: 'root', sha256: sha256('admin-key'), roles: ['admin'] },
      { id: 'kim', sha256: sha256('kims-key'), roles: ['admin'] },
    ]),
    OPERATOR_JWKS: JSON.stringify({ keys: [await exportJWK(pair.publicKey)] }),
    OPERATOR_ISSUER: 'https://id.market.example',
    OPERATOR_AUDIENCE: 'jeongsan',
  });
  app = await createApp({ module: TestModule, env, title: 'test', contract: lines });
  await app.init();
});
afterAll(() => app.close());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const pay = (
  lineId: string,
  body: object | string = { amount: 10, sellerId: 's1' },
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: `/v1/lines/${lineId}`,
    headers: { ...bearer(KEY), ...headers, 'content-type': 'application/json' },
    payload: body,
  });
const token = (claims: object, issuer = 'https://id.market.example', expires = '5m'): Promise<string> =>
  new SignJWT({ roles: ['approver'], ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience('jeongsan')
    .setIssuedAt()
    .setSubject('kim')
    .setExpirationTime(expires)
    .sign(operatorKey);

test('an endpoint decodes what came, encodes what goes, and answers with its own status', async () => {
  const reply = await pay('l1');
  expect([reply.statusCode, reply.json()]).toEqual([
    201,
    { amount: 11, by: 'key:market', run: expect.any(Number) as number },
  ]);
  expect(reply.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/);
});

test('a caller sees its own trace id in the reply', async () => {
  const traceId = 'a'.repeat(32);
  const reply = await app.inject({
    url: '/health/live',
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
  });
  expect(reply.headers['x-trace-id']).toBe(traceId);
});

test('a request that does not fit is refused with every bad field and no value of it', async () => {
  const reply = await pay('l1', { amount: 'canary', note: 'canary-too-long' });
  expect(reply.headers['content-type']).toMatch('application/problem+json');
  expect(reply.json()).toMatchObject({
    status: 400,
    code: 'INVALID_REQUEST',
    title: 'Bad Request',
    type: 'about:blank',
  });
  expect(
    reply
      .json<{ fields: { path: string }[] }>()
      .fields.map((f) => f.path)
      .sort(),
  ).toEqual(['body.amount', 'body.note', 'body.sellerId']);
  expect(reply.body).not.toContain('canary');
});

test('a refusal carries its code, its extra members, and the trace it happened in', async () => {
  const reply = await pay('closed');
  const detail = 'Line closed is closed: it cannot be paid';
  expect(reply.json()).toEqual({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'LINE_CLOSED',
    detail,
    message: detail,
    lineId: 'closed',
    instance: reply.headers['x-trace-id'],
  });
});

test('a failure of ours says nothing about itself', async () => {
  const reply = await pay('broken');
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([500, 'INTERNAL']);
  expect(reply.body).not.toContain('canary');
});

test('a server that is away is no failure of ours: the caller is told to come back, and nothing about the server', async () => {
  const reply = await pay('away');
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
  expect(reply.headers['content-type']).toMatch('application/problem+json');
  expect(reply.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE', title: 'Service Unavailable' });
  expect(reply.body).not.toMatch(/ECONNREFUSED|10\.0\.0\.7/);
});

// prettier-ignore
test.each([
  ['malformed JSON',    'POST', '/v1/lines/l1', 'application/json', '{"amount":',                        400, 'MALFORMED_JSON'],
  ['poisoned JSON',     'POST', '/v1/lines/l1', 'application/json', '{"__proto__":{"a":1}}',             400, 'MALFORMED_JSON'],
  ['no body',           'POST', '/v1/lines/l1', 'application/json', '',                                  400, 'INVALID_REQUEST'],
  ['text for JSON',     'POST', '/v1/lines/l1', 'text/plain',       'hello',                             400, 'INVALID_REQUEST'],
  ['another type',      'POST', '/v1/lines/l1', 'application/xml',  '<a/>',                              415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['too much',          'POST', '/v1/lines/l1', 'application/json', JSON.stringify('x'.repeat(2 << 20)), 413, 'PAYLOAD_TOO_LARGE'],
  ['an unknown path',   'GET',  '/v1/nowhere',  'application/json', '',                                  404, 'NOT_FOUND_ROUTE'],
] as const)('%s is answered with a stable code', async (_, method, url, type, payload, status, code) => {
  const reply = await app.inject({ method, url, headers: { ...bearer(KEY), 'content-type': type }, payload });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
});

describe('access', () => {
  const read = (authorization?: string) =>
    app.inject({ url: '/v1/runs', headers: authorization === undefined ? {} : { authorization } });
  type Authorization = () => string | undefined | Promise<string>;
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test('a known key may come as Bearer or as the user name of Basic', async () => {
    expect((await pay('l1', undefined, bearer(KEY))).statusCode).toBe(201);
    expect((await pay('l1', undefined, { authorization: basic(`${KEY}:`) })).statusCode).toBe(201);
  });

  // prettier-ignore
  test.each<[string, Authorization, number]>([
    ['no credential',               () => undefined,                                                 401],
    ['an unknown key',              () => 'Bearer nobody',                                           401],
    ['a key with a password',       () => basic(`${KEY}:x`),                                         401],
    ['another scheme',              () => 'Digest abc',                                              401],
    ['a key without the scope',     () => `Bearer ${KEY}`,                                           403],
    ['a viewer of an approval',     () => 'Bearer auditor-key',                                      403],
    ['an approver',                 async () => `Bearer ${await token({})}`,                         200],
    ['an operator without scope',   async () => `Bearer ${await token({ roles: ['operator'] })}`,    403],
    ['an unknown role',             async () => `Bearer ${await token({ roles: ['root'] })}`,        401],
    ['another issuer',              async () => `Bearer ${await token({}, 'https://else.example')}`, 401],
    ['an expired token',            async () => `Bearer ${await token({}, undefined, '-1m')}`,       401],
    ['an unsigned token',           () => `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, 401],
  ])('%s is answered with the right status', async (_, authorization, status) => {
    expect((await read(await authorization())).statusCode).toBe(status);
  });

  test('a token signed with the public key as an HMAC secret is refused', async () => {
    const forged = await new SignJWT({ roles: ['admin'] })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('https://id.market.example')
      .setAudience('jeongsan')
      .setIssuedAt()
      .setSubject('eve')
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode('x'.repeat(32)));
    expect((await read(`Bearer ${forged}`)).statusCode).toBe(401);
  });

  test('an operator is known by its subject', async () => {
    expect((await read(`Bearer ${await token({})}`)).json()).toEqual({ id: 'person:kim' });
  });

  test('an open endpoint asks nobody', async () => {
    expect((await app.inject('/v1/open')).json()).toEqual({ id: 'anybody' });
    expect((await app.inject('/hook')).body).toBe('taken');
  });
});

describe('idempotency', () => {
  const keyed = (key: string, lineId = 'l1', body: object = { amount: 10, sellerId: 's1' }) =>
    pay(lineId, body, { 'idempotency-key': key });

  test('the same key and body get the first answer without running again', async () => {
    const [first, second] = [await keyed('k1'), await keyed('k1')];
    expect(second.json()).toEqual(first.json());
    expect([second.statusCode, second.headers['idempotent-replayed']]).toEqual([201, 'true']);
  });

  test('the same key with another body is refused', async () => {
    await keyed('k2');
    const reply = await keyed('k2', 'l1', { amount: 11, sellerId: 's1' });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('a key whose request still runs is refused for now', async () => {
    await keyed('k3');
    const kept = store.kept.get('key:market k3');
    if (kept) delete kept.status;
    const reply = await keyed('k3');
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'IDEMPOTENT_REQUEST_PROCESSING']);
  });

  test('a person whose subject is the id of a key does not get the answer of that key', async () => {
    const asked = { 'idempotency-key': 'twin' };
    const ofKey = await pay('l1', undefined, { ...asked, ...bearer('kims-key') });
    const ofPerson = await pay('l1', undefined, { ...asked, ...bearer(await token({ roles: ['admin'] })) });
    expect([ofKey.json<{ by: string }>().by, ofPerson.json<{ by: string }>().by]).toEqual(['key:kim', 'person:kim']);
    expect(ofPerson.headers['idempotent-replayed']).toBeUndefined();
  });

  test('a refusal is replayed as it was', async () => {
    const [first, second] = [await keyed('k4', 'closed'), await keyed('k4', 'closed')];
    const { instance: _, ...body } = first.json<Record<string, unknown>>();
    expect(second.json()).toMatchObject(body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  test('a failure of ours frees the key', async () => {
    await keyed('k5', 'broken');
    expect(store.kept.has('key:market k5')).toBe(false);
  });

  test('a key of 301 characters is refused', async () => {
    expect((await keyed('k'.repeat(301))).json()).toMatchObject({ status: 400, code: 'INVALID_IDEMPOTENCY_KEY' });
  });
});

describe('what every app serves', () => {
  test('readiness shows what each indicator found', async () => {
    const reply = await app.inject('/health/ready');
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { status: 'ok', details: { thing: { status: 'up', version: 3 } } },
    ]);
  });

  const up = { status: 'up', version: 3 };
  // prettier-ignore
  test.each<[string, typeof missing, number, object]>([
    ['says what a check says is missing',            { contents: new NotReady('Missing: m3') }, 503, { thing: up, contents: { status: 'down', reason: 'Missing: m3' }, other: up }],
    ['names the server that is away and no more',    { thing: addressed(), contents: addressed() }, 503, { thing: { status: 'down' }, other: up }],
    ['does not blame what only a server could tell', { contents: addressed() },                 503, { thing: { status: 'down' }, other: up }],
    ['keeps any other error to itself',              { thing: new Error('canary-secret') },     503, { thing: { status: 'down' }, contents: up, other: up }],
    ['goes on without what can be spared',           { other: addressed() },                    200, { thing: up, contents: up, other: { status: 'degraded' } }],
  ])('readiness %s', async (_, thrown, status, details) => {
    missing = thrown;
    const reply = await app.inject('/health/ready');
    missing = {};
    // The horizon of the holidays is shown, too, when the published data ends soon.
    const { holidays: _holidays, ...shown } = reply.json<{ details: { holidays?: object } }>().details;
    expect([reply.statusCode, shown]).toEqual([status, details]);
    expect(reply.body).not.toMatch(/ECONNREFUSED|10\.0\.0\.7|canary/);
  });

  test('readiness shows that the known holidays end soon, and stays up', async () => {
    jest.useFakeTimers({ doNotFake: [...EVERY_TIMER], now: new Date(`${holidaysKnownUntil()}T12:00:00+09:00`) });
    const reply = await app.inject('/health/ready').finally(() => jest.useRealTimers());
    expect([reply.statusCode, reply.json<{ details: object }>().details]).toMatchObject([
      200,
      { holidays: { status: 'up', knownUntil: holidaysKnownUntil(), days: 0 } },
    ]);
  });

  test('the contract is served as OpenAPI and as a page that loads nothing', async () => {
    expect((await app.inject('/openapi.json')).json()).toMatchObject({
      openapi: '3.1.0',
      paths: { '/v1/runs': { get: { 'x-scope': 'payouts:approve' } } },
    });
    const page = await app.inject('/docs');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(page.body).toContain('/v1/lines/{lineId}');
    expect(page.body).not.toMatch(/<script|<link|<img|src=|url\(|@import/);
  });

  test('metrics count requests by route pattern, not by path', async () => {
    await pay('l77');
    const { body } = await app.inject('/metrics');
    expect(body).toContain('http_request_duration_seconds_count{method="POST",route="/v1/lines/:lineId",status="201"}');
    expect(body).not.toContain('l77');
  });
});

test('whoever is refused learns which roles may', async () => {
  const reply = await app.inject({ url: '/v1/runs', headers: bearer('auditor-key') });
  expect(reply.json()).toMatchObject({
    code: 'FORBIDDEN',
    detail: 'The caller may not do this: it takes the role approver or admin',
  });
});

test('a handler without a rule is closed, even to an administrator', async () => {
  const reply = await app.inject({ url: '/forgotten', headers: bearer('admin-key') });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([403, 'FORBIDDEN']);
});
