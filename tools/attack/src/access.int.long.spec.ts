import { randomUUID } from 'node:crypto';
import { connectDatabase } from '@jeongsan/database';
import type { Endpoint } from '@jeongsan/http-contract';
import type { Platform } from '@jeongsan/market';
import { bearer, type CallerName, credentialsOf } from './callers.js';
import { REVOKED_KEY_ID, startUnderAttack, type Target, targetsOf } from './running-platform.js';

// Written down once more on purpose: the table of the services is what is on trial.
// prettier-ignore
const allowed: Readonly<Record<string, readonly CallerName[]>> = {
  'self:read':           ["the market's key", 'a viewer named as the key', 'a viewer', 'an operator', 'an approver', 'an auditor', 'an admin'],
  'orders:write':        ["the market's key", 'an admin'],
  'payments:write':      ["the market's key", 'an operator', 'an admin'],
  'payments:read':       ["the market's key", 'a viewer named as the key', 'a viewer', 'an operator', 'an approver', 'an auditor', 'an admin'],
  'sellers:write':       ["the market's key", 'an operator', 'an admin'],
  'sellers:read':        ["the market's key", 'a viewer named as the key', 'a viewer', 'an operator', 'an approver', 'an auditor', 'an admin'],
  'terms:write':         ['an operator', 'an admin'],
  'payouts:read':        ["the market's key", 'a viewer named as the key', 'a viewer', 'an operator', 'an approver', 'an auditor', 'an admin'],
  'payouts:operate':     ['an operator', 'an admin'],
  'payouts:approve':     ['an approver', 'an admin'],
  'payouts:halt':        ['an operator', 'an approver', 'an admin'],
  'reconciliation:read': ['a viewer named as the key', 'a viewer', 'an operator', 'an approver', 'an auditor', 'an admin'],
  'reconciliation:resolve': ['an operator', 'an admin'],
  'webhooks:manage':     ["the market's key", 'an operator', 'an admin'],
  'personal-data:erase': ['an operator', 'an admin'],
  'audit:read':          ['an approver', 'an auditor', 'an admin'],
  'seller-page:read':    ["a seller's link"],
  'operations:read':     ['a viewer named as the key', 'a viewer', 'an operator', 'an approver', 'an auditor', 'an admin'],
};
const unknown: readonly CallerName[] = ['nobody', 'an unknown key', 'a revoked key', 'an expired token'];
const LINK: CallerName = "a seller's link";
/** Links are known to the seller page alone, and the seller page knows nothing else. */
const isKnown = (e: Pick<Endpoint, 'security'>, caller: CallerName): boolean =>
  !unknown.includes(caller) && (e.security === 'seller') === (caller === LINK);

let platform: Platform;
let credentials: Readonly<Record<CallerName, string | undefined>>;
let targets: readonly Target[];
beforeAll(async () => {
  platform = await startUnderAttack('attack-access');
  credentials = await credentialsOf(platform);
  targets = targetsOf(platform);
}, 120_000);
afterAll(() => platform.stop());

type Reply = Readonly<{ status: number; code: string | undefined }>;

async function call(url: string, method: string, path: string, headers: Record<string, string>): Promise<Reply> {
  const send = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
  const reply = await fetch(url + path.replace(/\{\w+\}/g, () => randomUUID()), {
    method,
    ...send,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
  });
  const text = await reply.text();
  const isJson = /^application\/(problem\+)?json/.test(reply.headers.get('content-type') ?? '');
  const hasCode = isJson && reply.status >= 400;
  return { status: reply.status, code: hasCode ? (JSON.parse(text) as { code: string }).code : undefined };
}

const verdictOf = ({ status, code }: Reply): string => {
  if (status === 401) return 'not known';
  // The second code is the provider's: its own paths answer in its words.
  return code === 'FORBIDDEN' || code === 'FORBIDDEN_REQUEST' ? 'not allowed' : 'allowed';
};

const refused = (e: Endpoint, caller: CallerName): boolean =>
  e.security !== 'none' && !allowed[e.scope ?? '']?.includes(caller);

/** What a request leaves behind when it goes past the door: its key, a decision, a posting. */
const TRACES = `
select (select count(*) from messaging.idempotency)::int as keys, (select count(*) from audit.decision)::int as decisions,
       (select count(*) from ledger.posting)::int as postings`;

test('every service knows the revoked key, and that it is revoked', async () => {
  for (const { url } of targets) {
    const reply = await fetch(`${url}/keys/${REVOKED_KEY_ID}`, { headers: bearer(credentials['an auditor']) });
    expect(await reply.json()).toMatchObject({
      roles: ['admin'],
      isValid: false,
      revokedAt: '2026-05-06T15:00:00.000Z',
    });
  }
});

// Before the others: nothing has been done to the empty platform yet.
test('a refused request leaves nothing behind', async () => {
  const db = await connectDatabase({ url: platform.databaseUrl, poolSize: 1, applicationName: 'attack' });
  try {
    const before = await db.query<object[]>(TRACES);
    for (const { url, contract } of targets)
      for (const e of Object.values(contract).filter(({ method }) => method !== 'GET'))
        for (const [caller, credential] of Object.entries(credentials) as [CallerName, string | undefined][])
          if (refused(e, caller)) await call(url, e.method, e.path, bearer(credential));
    expect(await db.query(TRACES)).toEqual(before);
  } finally {
    await db.destroy();
  }
}, 300_000);

test('every route lets in exactly those who may use it', async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const { name, url, contract } of targets) {
    for (const e of Object.values(contract)) {
      for (const [caller, credential] of Object.entries(credentials) as [CallerName, string | undefined][]) {
        const reply = await call(url, e.method, e.path, bearer(credential));
        const isAllowed = e.security === 'none' || allowed[e.scope ?? '']?.includes(caller);
        const expected = isAllowed ? 'allowed' : isKnown(e, caller) ? 'not allowed' : 'not known';
        asked += 1;
        if (verdictOf(reply) !== expected || reply.status >= 500) {
          wrong.push(
            `${name} ${e.method} ${e.path} (${e.scope}) for ${caller}: ${reply.status} ${reply.code}, ${expected} expected`,
          );
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  console.log(`${asked} requests`);
}, 300_000);

const readers: readonly CallerName[] = [
  'a viewer named as the key',
  'a viewer',
  'an operator',
  'an approver',
  'an auditor',
  'an admin',
];
// prettier-ignore
/** The months of the books, endpoint by endpoint: closing is asked for by operators and decided by approvers. */
const monthsAllowed: Readonly<Record<string, readonly CallerName[]>> = {
  'GET /months':                              readers,
  'GET /months/{month}':                      readers,
  'POST /months/{month}/closing':             ['an operator', 'an admin'],
  'POST /months/{month}/reopening':           ['an operator', 'an admin'],
  'POST /month-requests/{requestId}/approve': ['an approver', 'an admin'],
  'POST /month-requests/{requestId}/reject':  ['an approver', 'an admin'],
  'GET /month-requests':                      readers,
  'GET /months/{month}/report':               readers,
  'GET /months/{month}/report/document':      readers,
  'GET /auditor-files/{month}':               ['an approver', 'an auditor', 'an admin'],
};

test('the months of the books are open to exactly these roles, for a month that is there', async () => {
  const { url, contract } = targets.find(({ name }) => name === 'settlement-reconciler') as Target;
  const routes = Object.values(contract).map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => /month|auditor-files/.test(route)).sort()).toEqual(Object.keys(monthsAllowed).sort());
  const wrong: string[] = [];
  for (const [route, callers] of Object.entries(monthsAllowed)) {
    const [method = '', path = ''] = route.split(' ');
    for (const [caller, credential] of Object.entries(credentials) as [CallerName, string | undefined][]) {
      const reply = await call(url, method, path.replace('{month}', '2026-04'), bearer(credential));
      const isOfPlatform = isKnown({ security: 'bearer' }, caller);
      const expected = callers.includes(caller) ? 'allowed' : isOfPlatform ? 'not allowed' : 'not known';
      if (verdictOf(reply) !== expected || reply.status >= 500) wrong.push(`${route} for ${caller}: ${reply.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every scope of a route is in the table above', () => {
  const scopes = targets.flatMap(({ contract }) =>
    Object.values(contract).flatMap(({ security, scope }) => (security === 'none' ? [] : [scope ?? 'none'])),
  );
  expect([...new Set(scopes)].filter((scope) => !(scope in allowed))).toEqual([]);
});

test("a person named as a key never sees what was answered to the key's Idempotency-Key", async () => {
  const { url } = targets.find(({ name }) => name === 'webhook-ingestor') as Target;
  const { keys } = platform;
  const ask = async (credential: string) => {
    const reply = await fetch(`${url}/webhook-endpoints`, {
      method: 'POST',
      headers: { ...bearer(credential), 'content-type': 'application/json', 'idempotency-key': 'twins' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', eventTypes: ['payout.changed'] }),
    });
    return { status: reply.status, replayed: reply.headers.get('idempotent-replayed'), text: await reply.text() };
  };
  const first = await ask(keys.marketApiKey);
  expect(first).toMatchObject({ status: 201, replayed: null });
  expect(await ask(keys.marketApiKey)).toEqual({ ...first, replayed: 'true' });
  const twin = await ask((await credentialsOf(platform))['a viewer named as the key'] ?? '');
  expect([twin.replayed, twin.text.includes((JSON.parse(first.text) as { secret: string }).secret)]).toEqual([
    null,
    false,
  ]);
});
