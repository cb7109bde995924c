import { instantAt } from '@jeongsan/calendar';
import { readPayouts } from '../../../explanations/read-payouts/read-payouts.js';
import { approveRun } from '../../../payouts/runs/approve-run/approve-run.js';
import { rejectRun, releaseRun } from '../../../payouts/runs/withdraw-run/withdraw-run.js';
import { oneSessionWaits } from '../../../testing/one-session-waits.js';
import { personOf, rules } from '../../../testing/people.js';
import { codeOf, FRIDAY, MONDAY, ReissueMarket } from '../../../testing/reissue-market.js';
import { policy as usual } from '../../../testing/usual-policy.js';
import { reissueByPolicy } from '../reissue-by-policy/reissue-by-policy.js';

let market: ReissueMarket;
beforeEach(async () => {
  market = await ReissueMarket.open();
});
afterEach(() => market.close());

const statements = () =>
  market.db.query<object[]>(
    `select business_date as on, opening, movements, payout_amount as payout, carried, off_cycle as off from payouts.statement order by 1`,
  );

test('by the usual policy a retryable failure is paid on the next business day, and no other money with it', async () => {
  await market.failedSeller();
  await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-09' }]);
  for (const day of ['2026-05-09', '2026-05-10']) await market.draft(day);
  expect(await market.amounts('a')).toEqual([89_000n]);
  await market.draft(MONDAY);
  await market.draft(MONDAY);
  await market.advance(await market.idOf('a', 1), MONDAY, ['submit', 'accept', 'settle']);
  for (const day of ['2026-05-12', '2026-05-13', '2026-05-15']) await market.draft(day);
  expect(await statements()).toEqual([
    { on: FRIDAY, opening: 0n, movements: 89_000n, payout: 89_000n, carried: 0n, off: false },
    { on: MONDAY, opening: 0n, movements: 97_900n, payout: 89_000n, carried: 8_900n, off: true },
    { on: '2026-05-15', opening: 8_900n, movements: 0n, payout: 8_900n, carried: 0n, off: false },
  ]);
});

test('a reissue that has nothing to pay yet stays open: it is paid later, and is none of the attempts of the policy', async () => {
  await market.seller('a', { cycle: 'MONTHLY:8' });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft(FRIDAY);
  await market.failOn(await market.idOf('a', 0), FRIDAY);
  await market.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, amount) values (gen_random_uuid(), 'a', 'DISPUTE', now(), 'AMOUNT', 90000)`,
  );
  for (const day of [MONDAY, '2026-05-12', '2026-05-13']) await market.draft(day);
  expect(await statements()).toMatchObject([{ on: FRIDAY }]);
  await market.db.query(`update payouts.hold set released_at = now()`);
  await market.draft('2026-05-14');
  await market.failOn(await market.idOf('a', 1), '2026-05-14');
  for (const day of ['15', '16', '17', '18', '19', '20']) await market.draft(`2026-05-${day}`);
  expect(await statements()).toMatchObject([
    { on: FRIDAY, payout: 89_000n, off: false },
    { on: '2026-05-14', payout: 89_000n, off: true },
    { on: '2026-05-15', payout: 89_000n, off: true },
  ]);
  const reissues = await market.db.query<object[]>(`select attempt from payouts.reissue order by requested_at`);
  expect(reissues).toEqual([{ attempt: 1 }, { attempt: 2 }]);
});

test.each([
  ['a failed payout', (id: string) => market.failOn(id, FRIDAY)],
  [
    'a payout that the bank returned',
    (id: string) => market.advance(id, FRIDAY, ['submit', 'accept', 'settle', 'giveBack']),
  ],
  ['a rejected run', async () => (await reject(FRIDAY))()],
])('an order on hold keeps its money of %s, off-cycle and on the cycle date, and no other money', async (_, end) => {
  await market.seller('a', { cycle: 'WEEKLY:FRI' });
  const { orderId } = await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft(FRIDAY);
  await end(await market.idOf('a', 0));
  await market.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id) values (gen_random_uuid(), 'a', 'DISPUTE', now(), 'ORDER', $1)`,
    [orderId],
  );
  await market.order([{ sellerId: 'a', amount: 20_000n, maturesOn: '2026-05-14' }]);
  for (const day of [MONDAY, '2026-05-12', '2026-05-15']) await market.draft(day);
  expect(await market.amounts('a')).toEqual([89_000n, 17_800n]);
  await market.db.query(`update payouts.hold set released_at = now()`);
  await market.draft('2026-05-22');
  expect((await market.amounts('a')).at(-1)).toBe(89_000n);
});

test('two people at once make one reissue and one payout; later requests find nothing owed', async () => {
  await market.noPolicy();
  const failed = await market.failedSeller();
  const [one, two] = await Promise.all([
    market.ask(failed),
    market.ask(failed, undefined, personOf('lee', 'operator')),
  ]);
  expect(one.id).toBe(two.id);
  expect(one).toMatchObject({ amount: 89_000n, attempt: 1, dueOn: FRIDAY, statementId: null, policyVersion: null });
  const trail = await market.db.query<object[]>(
    `select kind, after ->> 'amount' as amount from audit.decision where kind = 'payout.reissued'`,
  );
  expect(trail).toEqual([{ kind: 'payout.reissued', amount: '89000' }]);
  await market.draft('2026-05-09');
  await market.draft('2026-05-10');
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n]);
  expect(await codeOf(market.ask(failed))).toBe('REISSUE_NOT_OWED');
  expect(await codeOf(market.ask(await market.idOf('a', 1)))).toBe('REISSUE_NOT_FAILED');
});

test('the person who asked for a reissue cannot approve its run', async () => {
  await market.noPolicy();
  await market.ask(await market.failedSeller());
  await market.draft('2026-05-09');
  const [run] = await market.db.query<{ id: string; hash: string }[]>(
    `select id, content_hash as hash from payouts.run where business_date = '2026-05-09'`,
  );
  const approve = (name: string) =>
    market.db.transaction((tx) => {
      const approver = { kind: 'person', caller: personOf(name), rules } as const;
      return approveRun(tx, run?.id ?? '', run?.hash ?? '', approver, usual, instantAt('2026-05-09', '14:00:00'));
    });
  expect(await codeOf(approve('kim'))).toBe('RUN_SECOND_PERSON_REQUIRED');
  expect(await codeOf(approve('lee'))).toBeNull();
});

const listed = async (owed: 'true' | 'false') =>
  (await readPayouts(market.db, { owed })).items.map(({ id, amount }) => ({ id, amount }));

test('a payout that ended unpaid is listed as owed until somebody makes its money payable anew', async () => {
  await market.noPolicy();
  const failed = await market.failedSeller();
  expect([await listed('true'), await listed('false')]).toEqual([[{ id: failed, amount: 89_000n }], []]);
  await market.ask(failed);
  expect([await listed('true'), await listed('false')]).toEqual([[], [{ id: failed, amount: 89_000n }]]);
});

test('a payout that ended unpaid is no longer listed as owed when a later statement paid its money', async () => {
  await market.noPolicy();
  const failed = await market.failedSeller();
  for (const day of ['2026-05-09', '2026-05-10', MONDAY, '2026-05-12', '2026-05-13', '2026-05-15'])
    await market.draft(day);
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n]);
  expect([await listed('true'), await listed('false')]).toEqual([[], [{ id: failed, amount: 89_000n }]]);
});

const reject = async (date: string): Promise<() => Promise<void>> => {
  const at = instantAt(date, '14:00:00');
  const [run] = await market.db.query<{ id: string }[]>(`select id from payouts.run where business_date = $1`, [date]);
  const id = run?.id ?? '';
  await market.db.transaction((tx) => rejectRun(tx, id, personOf('lee'), 'another seller is wrong', at));
  return () => releaseRun(market.db, id, () => at);
};

test('a reissue whose run was rejected is owed again, and asked for again', async () => {
  await market.noPolicy();
  const failed = await market.failedSeller({ cycle: 'MONTHLY:8' });
  await market.ask(failed);
  await market.draft('2026-05-09');
  const release = await reject('2026-05-09');
  expect([await listed('true'), await codeOf(market.ask(failed))]).toEqual([[], 'REISSUE_NOT_OWED']);
  await release();
  expect(await listed('true')).toEqual([{ id: failed, amount: 89_000n }]);
  expect(await market.ask(failed)).toMatchObject({ amount: 89_000n, attempt: 2, statementId: null });
  expect(await listed('true')).toEqual([]);
  await market.draft('2026-05-10');
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n, 89_000n]);
  expect(await codeOf(market.ask(failed))).toBe('REISSUE_NOT_OWED');
  await market.advance(await market.idOf('a', 2), '2026-05-10', ['submit', 'accept', 'settle']);
  expect([await listed('true'), await codeOf(market.ask(failed))]).toEqual([[], 'REISSUE_NOT_OWED']);
});

test('the policy reissues anew what a rejected run did not pay, and no other money with it', async () => {
  await market.failedSeller({ cycle: 'MONTHLY:8' });
  await market.draft(MONDAY);
  await (
    await reject(MONDAY)
  )();
  await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-09' }]);
  for (const day of ['2026-05-12', '2026-05-13']) await market.draft(day);
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n, 89_000n]);
});

test('a person who asks while the policy does is given the reissue of the policy', async () => {
  const failed = await market.failedSeller();
  const at = instantAt(MONDAY, '13:00:00');
  let asked: Promise<unknown> = Promise.resolve();
  await market.db.transaction(async (tx) => {
    await reissueByPolicy(tx, MONDAY, usual.calendar, at);
    asked = market.ask(failed, at).catch((error: unknown) => error);
    await oneSessionWaits(market.db);
  });
  expect(await asked).toMatchObject({ payoutId: failed, amount: 89_000n, policyVersion: 0 });
  const decisions = await market.db.query<object[]>(`select actor from audit.decision where kind = 'payout.reissued'`);
  expect(decisions).toEqual([{ actor: 'system:policy:reissue' }]);
});
