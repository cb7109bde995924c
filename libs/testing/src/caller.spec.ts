import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  approvalEnv,
  approvalRules,
  baseEnv,
  createApp,
  parseEnv,
  type Role,
  roles,
  roleScopes,
} from '@jeongsan/nest-kit';
import { type ApprovalFacts, CallerModule } from '@jeongsan/nest-platform';
import { callerContract } from '@jeongsan/platform-contract';
import { z } from 'zod';
import { type Operators, testOperators } from './operators.js';

const KEY = 'market_5f0c1c0e';
const KEYS = [
  {
    id: 'market',
    key: KEY,
    roles: ['market', 'admin'],
    madeAt: '2026-01-01T00:00:00+09:00',
    expiresAt: '2999-01-01T00:00:00Z',
  },
  { id: 'ended', key: 'market_ended', roles: ['viewer'], expiresAt: '2026-01-01T00:00:00Z' },
  { id: 'revoked', key: 'market_revoked', roles: ['viewer'], revokedAt: '2026-01-01T00:00:00Z' },
  { id: 'auditor', key: 'market_auditor', roles: ['auditor'] },
] as const;
const LIMITS = { roles: { approver: '1000', admin: null }, operators: { kim: '70' } };

let operators: Operators;
let app: NestFastifyApplication;
const opened: NestFastifyApplication[] = [];

async function open(facts: ApprovalFacts | null): Promise<NestFastifyApplication> {
  const env = parseEnv(baseEnv, {
    ...{ PORT: '0', LOG_LEVEL: 'silent' },
    API_KEYS: JSON.stringify(
      KEYS.map(({ key, ...entry }) => ({ ...entry, sha256: createHash('sha256').update(key).digest('hex') })),
    ),
    ...operators.env,
  });
  const made = await createApp({
    module: CallerModule.for(facts, env.API_KEYS),
    env,
    title: 'caller',
    contract: callerContract,
  });
  await made.init();
  opened.push(made);
  return made;
}

beforeAll(async () => {
  operators = await testOperators();
  const settings = { APPROVAL_LIMITS: JSON.stringify(LIMITS), REAUTH_THRESHOLD: '500', REAUTH_MINUTES: '15' };
  const rules = approvalRules(parseEnv(z.object(approvalEnv), settings));
  app = await open({ rules, aloneUpTo: { adjustment: 300n, breakDecision: 0n } });
});
afterAll(() => Promise.all(opened.map((made) => made.close())));

type Me = { decides: { decision: string; as: string; upTo: number | null }[] };
const ask = (credential: string | undefined, url = '/me', at = app) =>
  at.inject({ method: 'GET', url, headers: credential === undefined ? {} : { authorization: `Bearer ${credential}` } });
const person = async (name: string, held: readonly Role[], claims: Readonly<Record<string, unknown>> = {}) =>
  (await ask(await operators.token(name, held, claims))).json<Record<string, unknown> & { approval: Me }>();

test('nobody, an unknown key and one that ended or was revoked are told nothing', async () => {
  for (const credential of [undefined, 'market_other', 'market_ended', 'market_revoked']) {
    const reply = await ask(credential);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([401, 'UNAUTHENTICATED']);
  }
});

test('a key hears its name and roles, never itself, and that it decides nothing', async () => {
  const reply = await ask(KEY);
  expect(reply.json()).toEqual({
    ...{ actor: 'key:market', kind: 'key', roles: ['market', 'admin'], signedIn: null },
    key: { madeAt: '2025-12-31T15:00:00.000Z', expiresAt: '2999-01-01T00:00:00.000Z' },
    scopes: [...roleScopes.admin],
    approval: { limit: 0, signInAbove: 500, signInWithinSeconds: 900, isSignInFresh: false, decides: [] },
  });
  expect(reply.payload).not.toContain(KEY);
});

type Keys = { items: { id: string; isValid: boolean; lastSeenAt: string | null }[]; nextCursor: string | null };
const keysAt = async (query: string) => (await ask('market_auditor', `/keys${query}`)).json<Keys>();

test('an auditor hears of every key, valid or not, and of none what it is', async () => {
  const reply = await ask('market_auditor', '/keys');
  const { items } = reply.json<Keys>();
  expect(items.map(({ id, isValid }) => [id, isValid])).toEqual([
    ['auditor', true],
    ['ended', false],
    ['market', true],
    ['revoked', false],
  ]);
  expect(items.map(({ lastSeenAt }) => lastSeenAt !== null)).toEqual([true, false, true, false]);
  expect(reply.payload).not.toMatch(/market_|[0-9a-f]{64}/);
  expect((await ask(KEY.replace('market_', 'x'), '/keys')).statusCode).toBe(401);
});

// prettier-ignore
test.each([
  ['?role=viewer',           ['ended', 'revoked']],
  ['?scope=audit:read',      ['auditor', 'market']],
  ['?valid=true',            ['auditor', 'market']],
  ['?valid=false&role=auditor', []],
])('keys with %s are %j', async (query, ids) => {
  expect((await keysAt(query)).items.map(({ id }) => id)).toEqual(ids);
});

test('keys come page by page, and one by its name', async () => {
  const first = await keysAt('?limit=3');
  const second = await keysAt(`?limit=3&after=${first.nextCursor ?? ''}`);
  expect([first, second].map(({ items, nextCursor }) => [items.length, nextCursor])).toEqual([
    [3, '3'],
    [1, null],
  ]);
  expect((await ask('market_auditor', '/keys/ended')).json()).toMatchObject({ id: 'ended', isValid: false });
  const none = await ask('market_auditor', '/keys/nobody');
  expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([404, 'KEY_NOT_FOUND']);
});

test.each(roles)('a person who is %s hears the scopes of that role', async (role) => {
  const me = await person('lee', [role]);
  expect(me).toMatchObject({ actor: 'person:lee', kind: 'person', roles: [role] });
  expect((me['scopes'] as string[]).toSorted()).toEqual([...roleScopes[role]].toSorted());
});

test('a person hears when the last sign-in was, and whether it is fresh enough', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const old = await person('lee', ['approver'], { iat: now - 1_200, auth_time: now - 1_200 });
  const { at, secondsAgo } = old['signedIn'] as { at: string; secondsAgo: number };
  expect(secondsAgo).toBeGreaterThanOrEqual(1_200);
  expect(Math.abs(Date.parse(at) - (now - 1_200) * 1_000)).toBeLessThan(2_000);
  expect(old.approval).toMatchObject({ isSignInFresh: false });
  expect((await person('lee', ['approver'])).approval).toMatchObject({ isSignInFresh: true });
  expect(await person('lee', ['approver'], { auth_time: undefined })).toMatchObject({ signedIn: null });
});

const decided = async (name: string, role: Role) =>
  (await person(name, [role])).approval.decides.map(({ decision, as, upTo }) => `${decision} ${as} ${upTo}`);

test('an approver decides sums as the second person up to the limit of the role, and months without one', async () => {
  expect(await decided('lee', 'approver')).toEqual([
    'run second 1000',
    'writeOff second 1000',
    'adjustment second 1000',
    'termsChange second 1000',
    'ruleChange second 1000',
    'parkedDecision second 1000',
    'month second null',
    'breakDecision second 1000',
    'dispatch alone null',
  ]);
});

test("a person's own limit replaces that of the role", async () => {
  expect(await decided('kim', 'approver')).toContain('run second 70');
  expect((await person('kim', ['admin'])).approval).toMatchObject({ limit: 70 });
});

test('an operator decides alone what a setting of the service leaves to one person', async () => {
  expect(await decided('lee', 'operator')).toEqual(['adjustment alone 300']);
});

test('an admin without a limit decides everything, also what moves no sum', async () => {
  const all = await decided('root', 'admin');
  expect(all).toHaveLength(20);
  expect(all).toEqual(expect.arrayContaining(['accountChange second null', 'terms alone null', 'run second null']));
});

test('a viewer decides nothing', async () => {
  expect(await decided('lee', 'viewer')).toEqual([]);
});

test('a service where nothing is approved says so, and unknown fields are refused by name', async () => {
  expect((await ask(KEY, '/me', await open(null))).json()).toMatchObject({ approval: null });
  const refused = await ask(KEY, '/me?verbose=1');
  expect(refused.statusCode).toBe(400);
  expect(refused.payload).toContain('verbose');
});
