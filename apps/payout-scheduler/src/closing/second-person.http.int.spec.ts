import { randomUUID } from 'node:crypto';
import { eventually, sellerHas } from '@jeongsan/testing';
import { draftRun } from '../payouts/runs/draft-run/draft-run.js';
import {
  onboardedSeller,
  schedulerWorld,
  sellerOwes,
  sellerReserves,
  type Person,
  type SchedulerWorld,
} from '../testing/scheduler-world.js';
import { policy } from '../testing/usual-policy.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T00:30:00+09:00');
const AMOUNT = 3_000_000_000n; // beyond 2^31

let world: SchedulerWorld;
let seller: string;
/** The claims of one employee's two log-ins: `sub` differs, the employee number is the same. */
const employee = (number: string, more: Claims = {}): Claims => ({ employee_id: number, ...more });
const [KIM, PARK] = ['E-17', 'E-42'];

beforeAll(async () => {
  world = await schedulerWorld(NOW, {
    OPERATOR_IDENTITY_CLAIM: 'employee_id',
    APPROVAL_LIMITS: JSON.stringify({ roles: { admin: '4000000000' }, operators: { [KIM]: null, 'e-3': '1' } }),
    REAUTH_THRESHOLD: '2000000000',
  });
  seller = await onboardedSeller(world.db);
  await sellerOwes(world.db, seller, 2n * AMOUNT, NOW);
}, 60_000);
afterAll(() => world.close());

const post = (who: Person, url: string, body: object | undefined, claims: Claims) =>
  world.call(who, 'POST', url, body, claims);
const must = (reply: Awaited<ReturnType<typeof post>>) => {
  expect(reply).toMatchObject({ status: 201 });
  return String(reply.json['id']);
};

type Claims = Readonly<Record<string, unknown>>;
type Decision = Readonly<{ url: string; body?: object }>;
/** The requests that wait for a second person, made by employee 17. */
const kinds: Record<string, (claims: Claims) => Promise<Decision>> = {
  'a write-off': async (claims) => {
    const body = { amount: Number(AMOUNT), reason: 'gone' };
    return { url: `/write-offs/${must(await post('park', `/debts/${seller}/write-offs`, body, claims))}/approve` };
  },
  'a change of terms': async (claims) => {
    const commission = { charge: { kind: 'RATE', rate: 8_000 } };
    const tranches = [{ share: 100_000, days: 2, unit: 'BUSINESS' }];
    const days = { cycle: 'DAILY', datePolicy: 'HOLIDAY_AFTER', effectiveFrom: '2026-05-20' };
    const reply = await post('park', '/terms-changes', { sellerId: seller, commission, tranches, ...days }, claims);
    return { url: `/terms-changes/${must(reply)}/approve`, body: { contentHash: reply.json['contentHash'] } };
  },
  'a run': async (claims) => {
    const { id, contentHash } = await requestedRun(claims);
    return { url: `/payout-runs/${id}/approve`, body: { contentHash } };
  },
  'a run past its cap': async (claims) => {
    const { id } = await requestedRun(claims);
    return { url: `/payout-runs/${id}/overrides`, body: { kind: 'RUN_CAP', reason: 'the yearly bonus' } };
  },
};

/**
 * Sends requests that set the terms of one seller, and holds the lock of these terms until several of them wait for it: those
 * that read before they lock have read by then, however the machine divides its time.
 */
const allowedAtOnce = <T>(sellerId: string, send: () => Promise<T>[]): Promise<T[]> =>
  world.db
    .transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('terms/' || $1, 0))`, [sellerId]);
      const sent = send();
      await eventually(async () => {
        const [{ waiting } = { waiting: 0 }] = await tx.query<{ waiting: number }[]>(
          `select count(*)::int as waiting from pg_locks
            where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(waiting).toBeGreaterThan(1);
      });
      // In an object: promises returned bare would be waited for before the lock is let go.
      return { sent };
    })
    .then(({ sent }) => Promise.all(sent));

let day = 0;
async function requestedRun(claims: Claims): Promise<{ id: string; contentHash: string }> {
  const businessDate = `2026-04-${String((day += 1)).padStart(2, '0')}`;
  const paid = await onboardedSeller(world.db);
  await sellerHas(world.db, paid, AMOUNT);
  const asked = await post('park', '/payout-runs', { businessDate }, claims);
  expect(asked.status).toBe(202);
  await draftRun(world.db, businessDate, policy, () => NOW);
  // No worker runs in this spec: without this update the next date would wait for this drafting job.
  await world.db.query(`update messaging.outbox set done_at = now() where job = 'payout-run.draft'`);
  const { json } = await world.call('viewer', 'GET', `/payout-runs/${String(asked.json['id'])}`, undefined, claims);
  return { id: String(json['id']), contentHash: String(json['contentHash']) };
}

const yesterday = Math.floor(Date.now() / 1_000) - 86_400;

describe.each(Object.entries(kinds))('%s', (kind, ask) => {
  let pending: Decision;
  beforeAll(async () => {
    pending = await ask(employee(KIM));
  }, 30_000);
  const decide = (who: Person, claims: Claims) => post(who, pending.url, pending.body, claims);

  // prettier-ignore
  test.each<[string, Person, Claims, RegExp]>([
    ['a key',                                          'robot', {},                                     /SECOND_PERSON_REQUIRED$/],
    ['who asked for it',                               'park',  employee(KIM),                          /SECOND_PERSON_REQUIRED$/],
    ['the same human, logged in as somebody else',     'choi',  employee(KIM),                          /SECOND_PERSON_REQUIRED$/],
    ['the same human, written in another way',         'choi',  employee(' e-17 '),                     /SECOND_PERSON_REQUIRED$/],
    ['somebody above the limit',                       'choi',  employee('E-3'),                        /LIMIT_EXCEEDED$/],
    ['somebody who signed in yesterday',               'lee',   employee(PARK, { auth_time: yesterday, roles: ['admin'] }), /REAUTHENTICATION_REQUIRED$|LIMIT_EXCEEDED$/],
    ['a token that does not say who it is',            'lee',   {},                                     /^UNAUTHENTICATED$/],
  ])('is not decided by %s', async (_, who, claims, code) => {
    const { status, json } = await decide(who, claims);
    expect([status, json['code']]).toEqual([expect.any(Number), expect.stringMatching(code)]);
    expect([401, 403]).toContain(status);
  });

  test('is decided by another human who has just signed in', async () => {
    // A decision without an amount needs a person without a limit: employee 42 asks and employee 17 decides.
    const isUnbounded = kind === 'a change of terms';
    if (isUnbounded) pending = await ask(employee(PARK));
    const { status, json } = await decide('choi', employee(isUnbounded ? KIM : PARK));
    expect([json['code'], status < 300]).toEqual([undefined, true]);
  });
});

test('a key asks for nothing that two people decide, and sets no rule', async () => {
  const rule = {
    id: randomUUID(),
    category: 'books',
    effectiveFrom: '2026-05-20',
    commission: { charge: { kind: 'RATE', rate: 1 } },
  };
  // prettier-ignore
  const asked: [string, object, string][] = [
    [`/debts/${seller}/write-offs`, { amount: 1, reason: 'gone' },      'WRITE_OFF_SECOND_PERSON_REQUIRED'],
    ['/payout-runs',                { businessDate: '2026-05-10' },     'RUN_SECOND_PERSON_REQUIRED'],
    ['/commission-rules',           rule,                               'PERSON_REQUIRED'],
    ['/dispatch-control/acknowledge', { reason: 'seen', openFindings: 0 }, 'PERSON_REQUIRED'],
  ];
  await world.db.query(`update payouts.dispatch_control set locked = true`);
  for (const [url, body, code] of asked)
    expect(await world.call('robot', 'POST', url, body)).toMatchObject({ status: 403, json: { code } });
  await world.db.query(`update payouts.dispatch_control set locked = false`);
  // A commission rule has no sum: it takes a fresh sign-in and a person without a limit.
  const set = (claims: Claims) => post('park', '/commission-rules', rule, claims);
  expect(await set(employee(PARK))).toMatchObject({ status: 403, json: { code: 'APPROVAL_LIMIT_EXCEEDED' } });
  expect(await set(employee(KIM, { auth_time: yesterday }))).toMatchObject({
    ...{ status: 403, json: { code: 'REAUTHENTICATION_REQUIRED' } },
  });
  expect(await set(employee(KIM))).toMatchObject({ status: 201, json: { createdBy: 'person:e-17' } });
});

test('whoever approved a run does not let it past a limit, nor the other way round', async () => {
  const override = { kind: 'RUN_CAP', reason: 'the yearly bonus' };
  const approved = await requestedRun(employee('E-99'));
  const approve = { contentHash: approved.contentHash };
  expect((await post('choi', `/payout-runs/${approved.id}/approve`, approve, employee(KIM))).status).toBe(200);
  expect(await post('lee', `/payout-runs/${approved.id}/overrides`, override, employee(KIM))).toMatchObject({
    ...{ status: 403, json: { code: 'RUN_SECOND_PERSON_REQUIRED' } },
  });
  const passed = await requestedRun(employee('E-99'));
  expect((await post('choi', `/payout-runs/${passed.id}/overrides`, override, employee(KIM))).status).toBe(201);
  const late = { contentHash: passed.contentHash };
  expect(await post('lee', `/payout-runs/${passed.id}/approve`, late, employee(KIM))).toMatchObject({
    ...{ status: 403, json: { code: 'RUN_SECOND_PERSON_REQUIRED' } },
  });
});

// These tests run last, because reserves need a statement, and no run of an earlier date can be drafted after it.
describe('what one person decides', () => {
  const TERMS = {
    ...{ commission: { charge: { kind: 'RATE', rate: 1 } }, cycle: 'DAILY', datePolicy: 'HOLIDAY_AFTER' },
    tranches: [{ share: 100_000, days: 2, unit: 'BUSINESS' }],
  };
  const terms = (effectiveFrom: string, rate = 1) => ({
    ...{ ...TERMS, effectiveFrom, commission: { charge: { kind: 'RATE', rate } } },
  });
  const NO_ONE = { status: 403, json: { code: 'PERSON_REQUIRED' } };
  const LIMITED = { status: 403, json: { code: 'APPROVAL_LIMIT_EXCEEDED' } };
  const STALE = { status: 403, json: { code: 'REAUTHENTICATION_REQUIRED' } };

  test('a key sets the first terms of a seller; a person without a limit who has just signed in sets those that follow', async () => {
    const url = `/sellers/first-${randomUUID().slice(0, 8)}/terms`;
    const first = terms('2026-05-01');
    const set = (who: Person, body: object, claims?: Claims) => world.call(who, 'POST', url, body, claims);
    expect(await set('robot', first)).toMatchObject({ status: 201, json: { setBy: 'key:robot' } });
    const later = terms('2026-05-20');
    expect(await set('robot', later)).toMatchObject(NO_ONE);
    // Terms before the first version are a change, too.
    expect(await set('robot', terms('2026-04-01'))).toMatchObject({ status: 403 });
    expect(await set('choi', later, employee('E-3'))).toMatchObject(LIMITED);
    expect(await set('choi', later, employee(KIM, { auth_time: yesterday }))).toMatchObject(STALE);
    expect(await set('choi', later, employee(KIM))).toMatchObject({ status: 201, json: { setBy: 'person:e-17' } });
    // Repeating existing terms changes nothing and keeps their author.
    expect(await set('robot', later)).toMatchObject({ status: 201, json: { setBy: 'person:e-17' } });
    expect(await set('robot', first)).toMatchObject({ status: 201, json: { setBy: 'key:robot' } });
    const { json } = await world.call('viewer', 'GET', url, undefined, employee(PARK));
    expect(json.items.map(({ effectiveFrom, setBy }) => [effectiveFrom, setBy])).toEqual([
      ['2026-05-01', 'key:robot'],
      ['2026-05-20', 'person:e-17'],
    ]);
  });

  test('of ten keys that set other first terms at once, one does', async () => {
    const sellerId = `first-${randomUUID().slice(0, 8)}`;
    const replies = await allowedAtOnce(sellerId, () =>
      Array.from({ length: 10 }, (_, i) =>
        world.call('robot', 'POST', `/sellers/${sellerId}/terms`, terms(`2026-05-${String(11 + i)}`)),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ json }) => json['code'] === 'PERSON_REQUIRED')).toHaveLength(9);
  });

  test('a release of a reserve before its time is bound by what it moves, its parts together', async () => {
    const paid = await onboardedSeller(world.db);
    const [id = ''] = await sellerReserves(world.db, paid, [[AMOUNT, '2026-08-01']], '2026-05-04');
    const release = (who: Person, amount: number | undefined, claims: Claims) =>
      post(who, `/reserves/${id}/release`, { reason: 'no refunds', ...(amount !== undefined && { amount }) }, claims);
    expect(await release('robot', 1, {})).toMatchObject(NO_ONE);
    expect(await release('choi', 2, employee('E-3'))).toMatchObject(LIMITED);
    expect(await release('choi', undefined, employee(PARK, { auth_time: yesterday }))).toMatchObject(STALE);
    expect(await release('choi', 1, employee('E-3'))).toMatchObject({ status: 200, json: { amount: 1 } });
    expect(await release('choi', 1, employee('E-3'))).toMatchObject(LIMITED);
    expect(await release('choi', undefined, employee(PARK))).toMatchObject({
      status: 200,
      json: { amount: 2_999_999_999 },
    });
  });

  test('so is the surplus of fixed reserves', async () => {
    const paid = await onboardedSeller(world.db);
    await sellerReserves(world.db, paid, [[AMOUNT, null]], '2026-05-04');
    const release = (who: Person, claims: Claims) =>
      post(who, `/sellers/${paid}/reserves/release-surplus`, { reason: 'no reserve any more' }, claims);
    expect(await release('robot', {})).toMatchObject(NO_ONE);
    expect(await release('choi', employee('E-3'))).toMatchObject(LIMITED);
    expect(await release('choi', employee(PARK, { auth_time: yesterday }))).toMatchObject(STALE);
    expect(await release('choi', employee(PARK))).toMatchObject({ status: 200, json: { amount: Number(AMOUNT) } });
  });

  test('a payout below the minimum is bound by the minimum that it waives', async () => {
    const paid = await onboardedSeller(world.db, { minimumPayout: AMOUNT });
    const waive = (who: Person, claims: Claims, of = paid) => {
      const body = { kind: 'BELOW_MINIMUM', forBusinessDate: '2026-05-14', reason: 'shop closes' };
      return post(who, `/sellers/${of}/payout-overrides`, body, claims);
    };
    expect(await waive('robot', {})).toMatchObject(NO_ONE);
    expect(await waive('choi', employee('E-3'))).toMatchObject(LIMITED);
    // If the seller's terms have no minimum, the platform's minimum counts.
    expect(await waive('choi', employee('E-3'), await onboardedSeller(world.db))).toMatchObject(LIMITED);
    expect(await waive('choi', employee(PARK, { auth_time: yesterday }))).toMatchObject(STALE);
    expect(await waive('choi', employee(PARK))).toMatchObject({ status: 201, json: { placedBy: 'person:e-42' } });
  });
});
