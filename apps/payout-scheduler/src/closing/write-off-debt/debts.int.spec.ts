import { randomUUID } from 'node:crypto';
import { postLedger } from '@jeongsan/database';
import { debtRecovered, paymentApproved, paymentCanceled } from '@jeongsan/ledger';
import { balances, booksAreSound, sellerHas } from '@jeongsan/testing';
import {
  freeLine,
  onboardedSeller,
  orderOf,
  schedulerWorld,
  sellerOwes,
  type Person,
  type SchedulerWorld,
} from '../../testing/scheduler-world.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

let world: SchedulerWorld;
let seller: string;
beforeAll(async () => {
  world = await schedulerWorld(NOW);
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  seller = await onboardedSeller(world.db);
});
afterEach(() => booksAreSound(world.db));

/** Nets debt like the statement of a day does. */
async function recovers(amount: bigint, businessDate: string): Promise<void> {
  await sellerHas(world.db, seller, amount);
  const effectiveAt = new Date(`${businessDate}T00:00:00+09:00`);
  await postLedger(world.db, [debtRecovered({ sellerId: seller, businessDate, amount, effectiveAt })]);
}
async function allDebts(limit = 100, filters = ''): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (let after = ''; ;) {
    const { json } = await world.call('viewer', 'GET', `/debts?limit=${limit}&${filters}${after && `&after=${after}`}`);
    found.push(...json.items);
    if (json.nextCursor === null) return found;
    after = json.nextCursor;
  }
}
const ageing = async () => (await allDebts()).find((row) => row['sellerId'] === seller);
const items = async (query = '') => (await world.call('viewer', 'GET', `/sellers/${seller}/debt${query}`)).json;

const ask = (amount: number, sellerId = seller, who: Person = 'kim') =>
  world.call(who, 'POST', `/debts/${sellerId}/write-offs`, { amount, reason: 'the shop closed' });
const decide = (id: unknown, verb: 'approve' | 'reject', who: Person) =>
  world.call(who, 'POST', `/write-offs/${String(id)}/${verb}`);
const debt = async () => (await balances(world.db))[`seller:${seller}:debt`] ?? 0n;

// Days are counted between dates of Asia/Seoul; each bucket is tested at both of its ends.
test('a debt is as old as the days since it arose', async () => {
  for (const [days, amount] of [
    [0, 1n],
    [30, 20n],
    [31, 300n],
    [60, 4_000n],
    [61, 50_000n],
    [90, 600_000n],
    [91, 7_000_000n],
  ] as const)
    // prettier-ignore
    await sellerOwes(world.db, seller, amount, daysAgo(days));
  expect(await ageing()).toEqual({
    sellerId: seller,
    total: 7_654_321,
    days0to30: 21,
    days31to60: 4_300,
    days61to90: 650_000,
    over90days: 7_000_000,
    oldestSince: '2026-02-09',
  });
});

test('debts are listed of one seller, from an amount on and from an age on, page by page', async () => {
  const owe = [
    [500n, 10],
    [3_000_000_000n, 40],
    [70_000n, 40],
    [70_001n, 91],
  ] as const;
  const debtors: string[] = [];
  for (const [amount, days] of owe) {
    const debtor = await onboardedSeller(world.db);
    await sellerOwes(world.db, debtor, amount, daysAgo(days));
    debtors.push(debtor);
  }
  const [small, big, middle, old] = debtors;
  const listed = async (query: string) =>
    (await allDebts(1, query)).map((row) => row['sellerId']).filter((id) => debtors.includes(String(id)));
  expect(await listed(`sellerId=${middle}`)).toEqual([middle]);
  expect(await listed('minTotal=70001')).toEqual([big, old].sort());
  expect(await listed('minTotal=3000000001')).toEqual([]);
  expect(await listed('minDays=40')).toEqual([big, middle, old].sort());
  expect(await listed('minDays=41&minTotal=70001')).toEqual([old]);
  expect(await listed(`sellerId=${small}&minDays=11`)).toEqual([]);
});

test('recoveries and write-offs settle the oldest first, whatever the order of booking', async () => {
  await sellerOwes(world.db, seller, 1_000n, daysAgo(10));
  await sellerOwes(world.db, seller, 5_000n, daysAgo(100));
  await recovers(3_000n, '2026-03-01');
  expect(await ageing()).toMatchObject({ total: 3_000, days0to30: 1_000, over90days: 2_000 });
  const { json } = await ask(2_500);
  await decide(json['id'], 'approve', 'lee');
  expect(await ageing()).toMatchObject({ total: 500, days0to30: 500, over90days: 0, oldestSince: '2026-05-01' });
  expect(await items()).toMatchObject({
    total: 500,
    items: [
      { since: '2026-05-01', amount: 1_000, recovered: 0, repaid: 0, writtenOff: 500, left: 500 },
      { since: '2026-01-31', amount: 5_000, recovered: 3_000, writtenOff: 2_000, left: 0 },
    ],
  });
  expect((await items('?open=true')).items).toHaveLength(1);
  await recovers(500n, '2026-05-10');
  expect(await ageing()).toBeUndefined();
});

test('whatever was owed, recovered and given up, the items add up to the debt of the ledger', async () => {
  let seed = 20_260_511;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  let [recovered, writtenOff] = [0n, 0n];
  for (let step = 0; step < 24; step += 1) {
    const owed = await debt();
    if (owed === 0n || random(2) === 0) {
      await sellerOwes(world.db, seller, BigInt(1 + random(9_000)), daysAgo(random(120)));
      continue;
    }
    const part = random(3) === 0 ? owed : BigInt(1 + random(Number(owed)));
    if (random(2) === 0) {
      await recovers(part, new Date(NOW.getTime() - step * 86_400_000).toISOString().slice(0, 10));
      recovered += part;
    } else {
      await decide((await ask(Number(part))).json['id'], 'approve', 'lee');
      writtenOff += part;
    }
  }
  const { items: found, ...view } = await items();
  const sum = (key: string) => BigInt(found.reduce((total, item) => total + Number(item[key]), 0));
  expect([sum('left'), sum('recovered'), sum('writtenOff')]).toEqual([await debt(), recovered, writtenOff]);
  expect([view['total'], (await ageing())?.['total'] ?? 0]).toEqual([Number(await debt()), Number(await debt())]);
  for (const item of found)
    expect(Number(item['recovered']) + Number(item['writtenOff']) + Number(item['left'])).toBe(item['amount']);
});

test('each item names the line of the cancel it came from', async () => {
  const orderId = await orderOf(world.db, seller, seller, seller);
  const cancelId = await cancelInDebt(orderId, [400n, 250n, 400n]);
  const found = (await items()).items;
  expect(found.map((item) => [item['cancelId'], item['orderId'], item['lineId'], item['left']])).toEqual([
    [cancelId, orderId, 'L1', 400],
    [cancelId, orderId, 'L2', 250],
    [cancelId, orderId, 'L3', 400],
  ]);
  const first = await items('?limit=2');
  const rest = await items(`?limit=2&after=${first.nextCursor}`);
  expect([...first.items, ...rest.items]).toEqual(found);
  expect(rest.nextCursor).toBeNull();
});

/** Books a cancel of paid-out lines: each becomes debt, like the gateway books it. */
async function cancelInDebt(orderId: string, amounts: readonly bigint[]): Promise<string> {
  const [cancelId, paymentId] = [randomUUID(), randomUUID()];
  await world.db.query(
    `with payment as (
       insert into gateway.payment (id, order_id, payment_key, amount, state, created_at) values ($1::uuid, $2, $1::uuid::text, 30000, 'approved', now())
     ), cancel as (
       insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, created_at)
       values ($3::uuid, $1::uuid, $3::uuid::text, 1050, 'broken', 'done', now())
     )
     insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat, net, tax_free, to_debt)
     select $3::uuid, $2, 'L' || n, $4, a, 0, 0, 0, a, 0, a from unnest($5::bigint[]) with ordinality as l(a, n)`,
    [paymentId, orderId, cancelId, seller, amounts.map(String)],
  );
  const lines = amounts.map((amount) => ({ ...freeLine(seller, amount), fromPayable: 0n, toDebt: amount }));
  await postLedger(world.db, [
    paymentApproved({ paymentId, effectiveAt: NOW, lines }),
    paymentCanceled({ cancelId, effectiveAt: NOW, lines }),
  ]);
  return cancelId;
}

test('debts are read page by page, each seller once', async () => {
  const owing = [];
  for (let i = 0; i < 5; i += 1) owing.push(await onboardedSeller(world.db));
  for (const id of owing) await sellerOwes(world.db, id, 100n, daysAgo(1));
  const found = (await allDebts(2)).map((row) => String(row['sellerId']));
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(owing));
});

test('a write-off is asked for by one person and approved by another, and consumers hear of it', async () => {
  await sellerOwes(world.db, seller, 10_000n, daysAgo(100));
  const asked = await ask(4_000);
  expect(asked.json).toMatchObject({ state: 'requested', requestedBy: 'person:kim', decidedBy: null });
  expect(await debt()).toBe(10_000n);
  const approved = await decide(asked.json['id'], 'approve', 'lee');
  expect(approved.json).toMatchObject({ state: 'approved', amount: 4_000, decidedBy: 'person:lee' });
  expect(await debt()).toBe(6_000n);
  expect((await decide(asked.json['id'], 'approve', 'lee')).json).toEqual(approved.json);
  const told = await world.db.query<object[]>(
    `select data ->> 'status' as status, sequence from messaging.event where type = 'debt-write-off.changed' and entity_id = $1
      order by sequence`,
    [asked.json['id']],
  );
  expect(told).toEqual([
    { status: 'requested', sequence: 1n },
    { status: 'approved', sequence: 2n },
  ]);
  const list = await world.call('viewer', 'GET', `/write-offs?state=approved&sellerId=${seller}`);
  expect(list.json.items).toEqual([approved.json]);
});

test('what cannot be written off is refused, and nothing moves', async () => {
  await sellerOwes(world.db, seller, 10_000n, daysAgo(100));
  const open = (await ask(6_000, seller, 'park')).json['id'];
  const beyond = (await ask(6_000)).json['id'];
  const rejected = (await ask(1)).json['id'];
  await decide(rejected, 'reject', 'lee');
  await decide((await ask(5_000)).json['id'], 'approve', 'lee');
  const before = await balances(world.db);
  const unknown = randomUUID();
  // prettier-ignore
  const refusals: [string, () => ReturnType<typeof ask>, number, string][] = [
    ['more than is owed',              () => ask(5_001),                            422, 'DEBT_EXCEEDED'],
    ['the debt of nobody',             () => ask(1, 'nobody'),                      404, 'SELLER_NOT_FOUND'],
    ['nothing',                        () => ask(0),                                400, 'INVALID_REQUEST'],
    ['less than nothing',              () => ask(-1),                               400, 'INVALID_REQUEST'],
    ['asked by an approver',           () => ask(1, seller, 'lee'),                 403, 'FORBIDDEN'],
    ['approved by an operator',        () => decide(beyond, 'approve', 'kim'),      403, 'FORBIDDEN'],
    ['approved by who asked',          () => decide(open, 'approve', 'park'),       403, 'WRITE_OFF_SECOND_PERSON_REQUIRED'],
    ['more than is owed by now',       () => decide(beyond, 'approve', 'lee'),      422, 'DEBT_EXCEEDED'],
    ['approved after a rejection',     () => decide(rejected, 'approve', 'lee'),    409, 'WRITE_OFF_STATE'],
    ['a write-off nobody asked for',   () => decide(unknown, 'approve', 'lee'),     404, 'WRITE_OFF_NOT_FOUND'],
    ['a rejection of nothing',         () => decide(unknown, 'reject', 'lee'),      404, 'WRITE_OFF_NOT_FOUND'],
  ];
  for (const [what, attempt, status, code] of refusals) {
    const reply = await attempt();
    expect([what, reply.status, reply.json['code']]).toEqual([what, status, code]);
  }
  expect(await balances(world.db)).toEqual(before);
  const { json } = await world.call('viewer', 'GET', `/write-offs?state=requested&sellerId=${seller}`);
  expect(json.items.map((item) => item['id']).sort()).toEqual([open, beyond].sort());
});

test('sixteen approvals at once write off once, and a rejection comes too late', async () => {
  await sellerOwes(world.db, seller, 100_000n, daysAgo(100));
  const { json } = await ask(30_000);
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, i) => decide(json['id'], 'approve', i % 2 ? 'lee' : 'choi')),
  );
  const codes = replies.map((reply) => reply.json['code'] ?? reply.json['decidedBy']);
  expect([new Set(codes), codes.filter((code) => code === 'WRITE_OFF_STATE')]).toEqual([
    new Set(['WRITE_OFF_STATE', codes.find((code) => code !== 'WRITE_OFF_STATE')]),
    Array(8).fill('WRITE_OFF_STATE'),
  ]);
  expect(await debt()).toBe(70_000n);
  expect((await decide(json['id'], 'reject', 'lee')).json['code']).toBe('WRITE_OFF_STATE');
});

test('the table itself refuses an approval by who asked, and a decision that is rewritten', async () => {
  await sellerOwes(world.db, seller, 10_000n, daysAgo(100));
  const { json } = await ask(1_000);
  const set = (text: string) => world.db.query(`update payouts.debt_write_off set ${text} where id = $1`, [json['id']]);
  await expect(set(`state = 'approved', decided_by = 'person:kim', decided_at = now()`)).rejects.toThrow(
    'second_person',
  );
  await expect(set(`state = 'approved'`)).rejects.toThrow('decided_when_not_requested');
  await expect(set(`amount = 2`)).rejects.toThrow('never rewritten');
  await decide(json['id'], 'reject', 'lee');
  await expect(set(`state = 'approved'`)).rejects.toThrow('never rewritten');
});
