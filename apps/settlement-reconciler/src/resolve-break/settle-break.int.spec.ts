import { randomUUID } from 'node:crypto';
import { postLedger } from '@jeongsan/database';
import { chart } from '@jeongsan/ledger';
import { won } from '@jeongsan/money';
import { balances, booksAreSound, ownRehearsal } from '@jeongsan/testing';
import { announceBreaks } from '../report-breaks/announce-breaks.js';
import { differenceOf, findAgain, listRecord } from '../testing/found-break.js';
import { bookSale } from '../testing/market-day.js';
import { bookPaidPayout } from '../testing/paid-payout.js';
import { type Person, type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-11-19T10:00:00+09:00');
const rehearsal = ownRehearsal();
let world: ReconcilerWorld;
beforeAll(async () => {
  world = await reconcilerWorld(NOW, { BREAK_SECOND_PERSON_ABOVE: '100000' });
}, 120_000);
afterAll(() => world.close());
afterEach(() => booksAreSound(world.db));

const reason = 'the provider confirmed it';
const found = (...of: Parameters<typeof differenceOf>) => findAgain(world.db, differenceOf(...of));
const act = (id: string, verb: string, body: object, who: Person = 'kim', key?: string) =>
  world.call(who, 'POST', `/reconciliation/breaks/${id}/${verb}`, body, key);
const decide = (
  id: unknown,
  verb: 'approve' | 'decline',
  who: Person,
  body: object = verb === 'decline' ? { reason } : {},
) => world.call(who, 'POST', `/reconciliation/break-decisions/${String(id)}/${verb}`, body);
const read = async (id: string) => (await world.call('viewer', 'GET', `/reconciliation/breaks/${id}`)).json;
const decisionOf = async (id: string) => ((await read(id))['decisions'] as { id: string }[]).at(-1)?.id;
const large = (kind: Parameters<typeof differenceOf>[0] = 'SETTLEMENT_AMOUNT') => found(kind, { amount: 100_001n });
const receivable = async () => (await balances(world.db))['provider:receivable'] ?? 0n;

test('a small difference is explained by one person, and stands in the audit trail', async () => {
  const id = await found('SETTLEMENT_AMOUNT');
  const { status, json } = await act(id, 'explain', { reason, note: 'mail of 19 November' });
  expect([status, json]).toMatchObject([
    200,
    {
      ...{ state: 'EXPLAINED', reason, note: 'mail of 19 November', changedBy: 'person:kim' },
      decisions: [{ way: 'expect', state: 'approved', proposedBy: 'person:kim', decidedBy: 'person:kim', size: 500 }],
    },
  ]);
  const trail = await world.db.query<unknown[]>(
    `select kind, actor, reason, after ->> 'state' as state from audit.decision where subject = $1`,
    [id],
  );
  expect(trail).toEqual([{ kind: 'break.resolved', actor: 'person:kim', reason, state: 'EXPLAINED' }]);
});

test('a large one waits for a second person; another one is not proposed meanwhile', async () => {
  const id = await large();
  expect((await act(id, 'explain', { reason })).json).toMatchObject({
    state: 'OPEN',
    decisions: [{ state: 'proposed' }],
  });
  expect((await act(id, 'explain', { reason }, 'park')).json['code']).toBe('BREAK_DECISION_OPEN');
  const waiting = await world.call('viewer', 'GET', '/reconciliation/break-decisions?state=proposed');
  expect(waiting.json.items.filter(({ breakId }) => breakId === id)).toHaveLength(1);
  const decision = await decisionOf(id);
  expect((await decide(decision, 'approve', 'lee')).json).toMatchObject({
    state: 'EXPLAINED',
    changedBy: 'person:lee',
  });
  expect((await decide(decision, 'approve', 'lee')).json).toMatchObject({ state: 'EXPLAINED', version: 2 });
});

test('an amount that is not known, or not in won, is above every limit', async () => {
  for (const facts of [{ amount: null }, { amount: 5n, currency: 'USD' }]) {
    const id = await found('SETTLEMENT_AMOUNT', facts);
    expect((await act(id, 'explain', { reason }, 'park')).json).toMatchObject({ state: 'OPEN' });
  }
});

test('the limit of one person is not passed in parts', async () => {
  const states = [];
  for (const amount of [60_000n, 40_000n, 1n]) {
    const id = await found('SETTLEMENT_AMOUNT', { amount });
    states.push((await act(id, 'explain', { reason }, 'han')).json['state']);
  }
  expect(states).toEqual(['EXPLAINED', 'EXPLAINED', 'OPEN']);
});

test('an adjustment moves the difference from the counter-account, and its reopening moves it back', async () => {
  const before = await receivable();
  const id = await found('TRANSACTION_AMOUNT', { amount: -700n });
  const adjusted = await act(id, 'adjust', { reason, counterAccount: 'platform:adjustments' });
  expect(adjusted.json).toMatchObject({
    state: 'ADJUSTED',
    decisions: [{ account: 'provider:receivable', counterAccount: 'platform:adjustments', gain: -700 }],
  });
  expect(await receivable()).toBe(before - 700n);
  expect((await act(id, 'reopen', { reason })).json).toMatchObject({ state: 'REOPENED', resolvedAt: null });
  expect(await receivable()).toBe(before);
  expect((await act(id, 'adjust', { reason, counterAccount: 'platform:write-off' })).json['state']).toBe('ADJUSTED');
  expect(await receivable()).toBe(before - 700n);
  // At the same instant as the first one: each reopening takes back the entry that stands.
  expect((await act(id, 'reopen', { reason })).json['state']).toBe('REOPENED');
  expect(await receivable()).toBe(before);
});

test('the adjustment and its reversal stand among the postings of the order and of the payment', async () => {
  const about = { orderId: 'order-adjusted', paymentKey: 'pay-adjusted' };
  const id = await found('TRANSACTION_AMOUNT', { ...about, amount: -700n });
  await found('TRANSACTION_AMOUNT', { ...about, amount: -300n });
  await act(id, 'adjust', { reason, counterAccount: 'platform:adjustments' });
  await act(id, 'reopen', { reason });
  for (const [name, value] of Object.entries(about)) {
    const { json } = await world.call('viewer', 'GET', `/ledger/postings?${name}=${value}`);
    expect(json.items.map(({ template }) => template)).toEqual(['break.adjusted', 'break.adjustment-reversed']);
  }
});

test('the adjustment of a break about a payout stands among the postings of the payout', async () => {
  const keys = { paymentId: randomUUID(), orderId: 'order-paid', paymentKey: 'pay-paid', transactionKey: 'txn-paid' };
  await bookSale(world.db, { ...keys, amount: 10_000n, approvedAt: NOW });
  await bookPaidPayout(world.db, 'ref-adjusted', 1_000n);
  const [payout] = await world.db.query<{ id: string }[]>('select id from payouts.payout');
  const id = await found('PAYOUT_AMOUNT', { subject: 'ref-adjusted', orderId: null, paymentKey: null, amount: 300n });
  await act(id, 'adjust', { reason, counterAccount: 'platform:adjustments' });
  const { json } = await world.call('viewer', 'GET', `/ledger/postings?payoutId=${payout?.id ?? ''}`);
  const templates = json.items.map(({ template }) => template);
  expect(templates.sort()).toEqual(['break.adjusted', 'payout.paid', 'payout.reserved']);
});

test('to reopen what was adjusted above the limit takes a second person, as the adjustment did', async () => {
  const before = await receivable();
  const id = await large('TRANSACTION_AMOUNT');
  await act(id, 'adjust', { reason, counterAccount: 'platform:adjustments' }, 'choi');
  await decide(await decisionOf(id), 'approve', 'lee');
  expect((await act(id, 'reopen', { reason }, 'choi')).json).toMatchObject({
    state: 'ADJUSTED',
    decisions: [{ way: 'adjust' }, { way: 'reopen', state: 'proposed', size: 100_001, proposedBy: 'person:choi' }],
  });
  expect(await receivable()).toBe(before + 100_001n);
  const decision = await decisionOf(id);
  expect((await act(id, 'reopen', { reason }, 'park')).json['code']).toBe('BREAK_DECISION_OPEN');
  expect((await decide(decision, 'approve', 'choi')).json['code']).toBe('BREAK_SECOND_PERSON_REQUIRED');
  expect((await decide(decision, 'approve', 'lee')).json).toMatchObject({
    state: 'REOPENED',
    changedBy: 'person:lee',
    history: [{ action: 'adjust' }, { action: 'reopen', reason }],
  });
  expect(await receivable()).toBe(before);
});

test('what one person adjusts and reopens counts for the limit of the day', async () => {
  const id = await found('TRANSACTION_AMOUNT', { amount: 40_000n });
  const states = [];
  for (const verb of ['adjust', 'reopen', 'adjust'])
    states.push(
      (await act(id, verb, { reason, ...(verb === 'adjust' && { counterAccount: 'platform:adjustments' }) }, 'choi'))
        .json['state'],
    );
  expect(states).toEqual(['ADJUSTED', 'REOPENED', 'REOPENED']);
});

test('a balance at an account of its own is adjusted there', async () => {
  await postLedger(world.db, [
    {
      ...{ template: 'test', key: 'test/1', effectiveAt: NOW },
      transfers: [{ debit: chart.providerPending('mid-2'), credit: chart.suspense(), amount: won(1_000n) }],
    },
  ]);
  const id = await found('BALANCE_PENDING', { subject: '2026-11-19 mid-2', amount: -300n });
  await act(id, 'adjust', { reason, counterAccount: 'platform:adjustments' });
  expect((await balances(world.db))['provider:mid-2:pending']).toBe(700n);
});

test('a forced match settles the breaks of both records, and is shown on both', async () => {
  const [ours, theirs] = [`txn-${randomUUID()}`, `txn-${randomUUID()}`];
  const one = await found('MISSING_TRANSACTION', { subject: ours, amount: -900n });
  const other = await found('UNKNOWN_TRANSACTION', { subject: theirs, amount: 900n });
  expect((await act(one, 'force', { reason, key: theirs })).json).toMatchObject({
    state: 'FORCED',
    matchedKey: theirs,
  });
  expect(await read(other)).toMatchObject({ state: 'FORCED', matchedKey: ours, reason });
});

test('a forced match is taken back as a whole, whichever of its breaks is reopened', async () => {
  for (const reopened of [0, 1]) {
    const keys = [`txn-${randomUUID()}`, `txn-${randomUUID()}`] as const;
    const one = await found('MISSING_TRANSACTION', { subject: keys[0], amount: -90n });
    const other = await found('UNKNOWN_TRANSACTION', { subject: keys[1], amount: 90n });
    const sameKey = await found('MISSING_SETTLEMENT', { subject: keys[0], amount: -90n });
    await act(one, 'force', { reason, key: keys[1] });
    await act([one, other][reopened] ?? '', 'reopen', { reason: 'another payment' });
    for (const id of [one, other])
      expect(await read(id)).toMatchObject({
        ...{ state: 'REOPENED', matchedKey: null },
        history: [{ action: 'force' }, { action: 'reopen', reason: 'another payment', actor: 'person:kim' }],
      });
    expect(await read(sameKey)).toMatchObject({ state: 'OPEN', version: 1 });
  }
});

test('a record without a break is compared with the amount of the break', async () => {
  const [same, larger, dollars] = [`rec-${randomUUID()}`, `rec-${randomUUID()}`, `rec-${randomUUID()}`];
  await listRecord(world.db, same, -500n);
  await listRecord(world.db, larger, 501n);
  await listRecord(world.db, dollars, 500n, 'USD');
  const id = await found('MISSING_TRANSACTION', { amount: -500n });
  for (const key of [larger, dollars])
    expect((await act(id, 'force', { reason, key })).json['code']).toBe('BREAK_RECORD_DIFFERS');
  expect((await act(id, 'force', { reason, key: same })).json).toMatchObject({ state: 'FORCED', matchedKey: same });
});

test('a forced match leaves a break alone that no match settles, and is as large as the larger of both breaks', async () => {
  const record = `rec-${randomUUID()}`;
  await listRecord(world.db, record, 500n);
  const [fee, small] = [await found('SETTLEMENT_FEE', { subject: record }), await found('MISSING_TRANSACTION')];
  expect((await act(small, 'force', { reason, key: record })).json).toMatchObject({ state: 'FORCED' });
  expect(await read(fee)).toMatchObject({ state: 'OPEN' });
  const key = `txn-${randomUUID()}`;
  await found('UNKNOWN_TRANSACTION', { subject: key, amount: null });
  const other = await found('MISSING_TRANSACTION');
  expect((await act(other, 'force', { reason, key })).json).toMatchObject({
    state: 'OPEN',
    decisions: [{ state: 'proposed', size: null }],
  });
});

test('a settlement that a person takes back is announced at once, and once', async () => {
  const id = await found('SETTLEMENT_AMOUNT', { amount: 1n });
  await announceBreaks(world.db, NOW);
  await act(id, 'explain', { reason });
  await act(id, 'reopen', { reason });
  await act(id, 'explain', { reason });
  await announceBreaks(world.db, NOW);
  const events = await world.db.query<{ type: string }[]>(
    'select type from messaging.event where entity_id = $1 order by type',
    [id],
  );
  const types = ['break-opened', 'break-reopened', 'break-settled', 'break-settled'];
  expect(events.map(({ type }) => type)).toEqual(types.map((type) => `settlement.${type}`));
});

test('two people on one break at once: exactly one of them settles it', async () => {
  const id = await found('SETTLEMENT_AMOUNT', { amount: 1n });
  const replies = await Promise.all([
    ...(['kim', 'park'] as const).map((who) => act(id, 'explain', { reason }, who)),
    act(id, 'adjust', { reason, counterAccount: 'platform:adjustments' }, 'choi'),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ json }) => json['code'] === 'BREAK_STATE')).toHaveLength(2);
});

test('two second people at once: the settlement is carried out once', async () => {
  const id = await large();
  await act(id, 'adjust', { reason, counterAccount: 'platform:adjustments' });
  const before = await receivable();
  const decision = await decisionOf(id);
  const replies = await Promise.all([decide(decision, 'approve', 'lee'), decide(decision, 'approve', 'choi')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await receivable()).toBe(before + 100_001n);
});

test('a break that changed after its settlement was proposed is looked at again; comments change nothing', async () => {
  const difference = differenceOf('SETTLEMENT_AMOUNT', { amount: 200_000n });
  const id = await findAgain(world.db, difference);
  await act(id, 'explain', { reason });
  await act(id, 'comment', { remark: 'asked the provider' });
  await findAgain(world.db, { ...difference, amount: 300_000n });
  const decision = await decisionOf(id);
  expect((await decide(decision, 'approve', 'lee')).json['code']).toBe('BREAK_CHANGED');
  expect((await decide(decision, 'decline', 'lee')).json).toMatchObject({
    state: 'OPEN',
    decisions: [{ state: 'declined' }],
  });
  await act(id, 'explain', { reason });
  await act(id, 'comment', { remark: 'answered' });
  expect((await decide(await decisionOf(id), 'approve', 'lee')).json['state']).toBe('EXPLAINED');
});

test('a break has an owner, and comments leave the reason of its settlement as it is', async () => {
  const id = await found('SETTLEMENT_AMOUNT');
  expect((await act(id, 'assign', { owner: 'Park' })).json).toMatchObject({ state: 'ASSIGNED', owner: 'person:park' });
  expect((await act(id, 'assign', {})).json).toMatchObject({ owner: 'person:kim' });
  expect((await act(id, 'unassign', { remark: 'on leave' })).json).toMatchObject({ state: 'OPEN', owner: null });
  await act(id, 'explain', { reason }, 'park');
  expect((await act(id, 'comment', { remark: 'see ticket 17' })).json).toMatchObject({ state: 'EXPLAINED', reason });
  expect((await read(id))['history']).toMatchObject([
    ...[{ action: 'assign' }, { action: 'assign' }, { action: 'unassign', reason: 'on leave' }, { action: 'explain' }],
    { action: 'comment', reason: 'see ticket 17' },
  ]);
});

test('the owner of a break that was opened again is taken from it, and no event is left out', async () => {
  const id = await found('SETTLEMENT_AMOUNT', { amount: 2n });
  await announceBreaks(world.db, NOW);
  await act(id, 'assign', { owner: 'Park' });
  await act(id, 'explain', { reason }, 'park');
  await findAgain(
    world.db,
    differenceOf('SETTLEMENT_AMOUNT', { subject: String((await read(id))['subject']), amount: 3n }),
  );
  expect(await read(id)).toMatchObject({ state: 'REOPENED', owner: 'person:park' });
  expect((await act(id, 'unassign', { remark: 'on leave' })).json).toMatchObject({ state: 'REOPENED', owner: null });
  expect((await act(id, 'unassign', {})).json['code']).toBe('BREAK_STATE');
  await announceBreaks(world.db, NOW);
  const events = await world.db.query<{ type: string }[]>(
    `select type from messaging.event where entity_id = $1 order by type`,
    [id],
  );
  expect(events.map(({ type }) => type)).toEqual(
    ['opened', 'reopened', 'settled'].map((what) => `settlement.break-${what}`),
  );
});

test('what may not be is refused, and nothing moves', async () => {
  const [id, big, ledger] = [await found('SETTLEMENT_AMOUNT'), await large(), await found('LEDGER')];
  await act(big, 'explain', { reason }, 'choi');
  const proposed = await decisionOf(big);
  const [fee, unknown] = [await found('SETTLEMENT_FEE'), await found('SETTLEMENT_AMOUNT', { amount: null })];
  const own = `txn-${randomUUID()}`;
  await listRecord(world.db, own, 500n);
  const lone = await found('MISSING_TRANSACTION', { subject: own });
  const part = `posting/${randomUUID()}`;
  await found('LEDGER', { subject: part, amount: null });
  const other = `txn-${randomUUID()}`;
  await found('UNKNOWN_TRANSACTION', { subject: other, amount: 499n });
  const before = await balances(world.db);
  const counterAccount = 'platform:adjustments';
  // prettier-ignore
  const refusals: [string, () => ReturnType<typeof act>, number, string][] = [
    ['no reason',                        () => act(id, 'explain', { reason: '' }),                         400, 'INVALID_REQUEST'],
    ['explained by a key',               () => act(id, 'explain', { reason }, 'robot'),                    403, 'BREAK_SECOND_PERSON_REQUIRED'],
    ['explained by a viewer',            () => act(id, 'explain', { reason }, 'viewer'),                   403, 'FORBIDDEN'],
    ['reopened while open',              () => act(id, 'reopen', { reason }),                              409, 'BREAK_STATE'],
    ['unassigned without an owner',      () => act(id, 'unassign', {}),                                    409, 'BREAK_STATE'],
    ['given to a key',                   () => act(id, 'assign', { owner: 'key:robot' }),                  422, 'BREAK_OWNER_INVALID'],
    ['assigned by a key to itself',      () => act(id, 'assign', {}, 'robot'),                             422, 'BREAK_OWNER_INVALID'],
    ['a class that closes by itself',    () => act(ledger, 'explain', { reason }),                         409, 'BREAK_WAY_NOT_ALLOWED'],
    ['a way of another class',           () => act(id, 'force', { reason, key: 'x' }),                     409, 'BREAK_WAY_NOT_ALLOWED'],
    ['an account of a seller',           () => act(id, 'adjust', { reason, counterAccount: 'seller:a:payable' }), 400, 'INVALID_REQUEST'],
    ['its own counter-account',          () => act(fee, 'adjust', { reason, counterAccount: 'provider:fees' }), 422, 'BREAK_COUNTER_INVALID'],
    ['an amount that nobody knows',      () => act(unknown, 'adjust', { reason, counterAccount }),         422, 'BREAK_AMOUNT_UNKNOWN'],
    ['a key of no record',               () => act(lone, 'force', { reason, key: 'txn-of-nobody' }),       422, 'BREAK_RECORD_UNKNOWN'],
    ['its own key',                      () => act(lone, 'force', { reason, key: own }),                   422, 'BREAK_RECORD_UNKNOWN'],
    ['a part of the ledger',             () => act(lone, 'force', { reason, key: part }),                  422, 'BREAK_RECORD_UNKNOWN'],
    ['a record with another amount',     () => act(lone, 'force', { reason, key: other }),                 422, 'BREAK_RECORD_DIFFERS'],
    ['approved by an operator',          () => decide(proposed, 'approve', 'kim'),                         403, 'FORBIDDEN'],
    ['approved by the proposer',         () => decide(proposed, 'approve', 'choi'),                        403, 'BREAK_SECOND_PERSON_REQUIRED'],
    ['approved by a key',                () => decide(proposed, 'approve', 'robot'),                       403, 'BREAK_SECOND_PERSON_REQUIRED'],
    ['a decision of nobody',             () => decide(randomUUID(), 'approve', 'lee'),                     404, 'BREAK_DECISION_NOT_FOUND'],
    ['a break of nobody',                () => act(randomUUID(), 'explain', { reason }),                   404, 'BREAK_NOT_FOUND'],
  ];
  for (const [what, attempt, status, code] of refusals) {
    const reply = await attempt();
    expect([what, reply.status, reply.json['code']]).toEqual([what, status, code]);
  }
  expect(await balances(world.db)).toEqual(before);
});

test('the table itself refuses one person above the limit, and a decision that is rewritten', async () => {
  const id = await large();
  await act(id, 'explain', { reason });
  const decision = await decisionOf(id);
  const set = (text: string) =>
    world.db.query(`update reconciliation.break_decision set ${text} where id = $1`, [decision]);
  const alone = `state = 'approved', decided_by = 'person:kim', decided_at = now()`;
  await expect(set(alone)).rejects.toThrow('second_person');
  await expect(set(`${alone}, alone_limit = 100000`)).rejects.toThrow('second_person');
  await expect(set(`reason = 'x'`)).rejects.toThrow('never rewritten');
  await decide(decision, 'decline', 'lee');
  await expect(set(`state = 'proposed', decided_by = null, decided_at = null`)).rejects.toThrow('never rewritten');
});

test.each(['resolve-break:written', 'resolve-break:committed'] as const)(
  'a process that dies at %s settles the break once, when the request is repeated',
  async (failpoint) => {
    const id = await found('TRANSACTION_AMOUNT', { amount: 3n });
    const before = await receivable();
    const body = { reason, counterAccount: 'platform:adjustments' };
    rehearsal.strike(failpoint);
    expect((await act(id, 'adjust', body, 'park', `repeat-${failpoint}`)).status).toBe(500);
    expect((await act(id, 'adjust', body, 'park', `repeat-${failpoint}`)).json).toMatchObject({
      state: 'ADJUSTED',
      version: 2,
    });
    expect(await receivable()).toBe(before + 3n);
  },
);
