import { randomUUID } from 'node:crypto';
import { proportionOf } from '@jeongsan/money';
import { reversedSoFar } from '@jeongsan/settlement';
import * as fc from 'fast-check';
import { testAuthor } from '@jeongsan/testing';
import { cancelPayment } from '../cancel-payment/cancel-payment.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import type { OrderFacts } from '../../orders/create-order/check-order.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import { observePayment } from '../../payments/observe-payment/observe-payment.js';
import { readAllocation, readAllocations } from '../read-allocations/read-allocations.js';
import { readOrder } from '../../orders/read-order/read-order.js';
import { readRefundableLines } from '../refundable-lines.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, footprint, mature, maturePart, order, reserve } from '../../testing/market.js';
import { allocateCancel } from './allocate-cancel.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(60_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

/** An order of 20,000 won: 10,000 each of acme and bolt, who each earn 8,900. */
const ofTwo = () => order([{ sellerId: 'acme' }, { sellerId: 'bolt' }]);

async function paid(asked: OrderFacts = ofTwo()): Promise<{ paymentKey: string; orderId: string }> {
  await createOrder(world.gateway, asked);
  const payment = await buyerPays(world.sandbox, asked);
  await confirmPayment(world.gateway, payment);
  return payment;
}

/** A cancel made in the provider's console. Returns its id in our books. */
async function fromConsole(paymentKey: string, cancelAmount: bigint): Promise<string> {
  const body = { cancelReason: 'from the console', cancelAmount };
  const { cancels } = await world.sandbox.api.cancelPayment({ params: { paymentKey }, body });
  await observePayment(world.gateway, paymentKey);
  const [row] = await world.db.query<{ id: string }[]>('select id from gateway.cancel where transaction_key = $1', [
    cancels?.at(-1)?.transactionKey,
  ]);
  return row?.id ?? 'none';
}

type Parts = Record<string, bigint>;
const allocate = (cancelId: string, parts: Parts) =>
  allocateCancel(
    world.gateway,
    cancelId,
    { lines: Object.entries(parts).map(([lineId, amount]) => ({ lineId, amount })), reason: 'the buyer wrote to us' },
    testAuthor('person:kim'),
  );
const linesIn = (view: { lines: readonly { lineId: string; amount: bigint }[] }): Parts =>
  Object.fromEntries(view.lines.map(({ lineId, amount }) => [lineId, amount]));
const canceledOf = async (orderId: string) =>
  (await readOrder(world.gateway, orderId)).lines.map(({ canceled }) => canceled);

test('a cancel of the console is work until a person says which lines it is of; the books then stand as if it had been so', async () => {
  const { paymentKey, orderId } = await paid();
  const cancelId = await fromConsole(paymentKey, 3_000n);
  expect(await canceledOf(orderId)).toEqual([1_500n, 1_500n]);
  const work = await readAllocations(world.db, { allocation: 'assumed' });
  expect(work.items.map((item) => item.cancelId)).toContain(cancelId);

  const view = await allocate(cancelId, { L2: 3_000n });
  expect(view).toMatchObject({ allocation: 'named', amount: 3_000n });
  expect(linesIn(view)).toEqual({ L2: 3_000n });
  expect(view.history).toMatchObject([
    {
      allocatedBy: 'person:kim',
      reason: 'the buyer wrote to us',
      before: [
        { lineId: 'L1', amount: 1_500n },
        { lineId: 'L2', amount: 1_500n },
      ],
      after: [{ lineId: 'L2', amount: 3_000n }],
    },
  ]);
  expect(await canceledOf(orderId)).toEqual([0n, 3_000n]);
  // Bolt earned 8,900 and gives back 3,000 less 330 of commission and VAT.
  expect(await world.books()).toMatchObject({
    'provider:receivable': 17_000n,
    'seller:acme:pending': -8_900n,
    'seller:bolt:pending': -6_230n,
  });
  const left = await readAllocations(world.db, { allocation: 'assumed' });
  expect(left.items.map((item) => item.cancelId)).not.toContain(cancelId);
});

test('what a rule could not have allocated otherwise is no work', async () => {
  const { paymentKey } = await paid();
  const cancelIds = [await fromConsole(paymentKey, 10_000n), await fromConsole(paymentKey, 10_000n)];
  const [first, rest] = await Promise.all(cancelIds.map((id) => readAllocation(world.db, id)));
  expect([first?.allocation, rest?.allocation]).toEqual(['assumed', 'named']);
  expect([linesIn(first ?? { lines: [] }), linesIn(rest ?? { lines: [] })]).toEqual([{ L1: 10_000n }, { L2: 10_000n }]);
});

test('a cancel through us is named if it names its lines, and assumed if it does not', async () => {
  const { paymentKey } = await paid();
  const asked = { cancelReason: 'changed my mind', cancelAmount: 1_000n };
  const lines = [{ lineId: 'L1', amount: 1_000n }];
  for (const request of [asked, { ...asked, lines }])
    await cancelPayment(world.gateway, { paymentKey, requestKey: randomUUID(), asked: request });
  const rows = await world.db.query<{ allocation: string }[]>(
    `select c.allocation from gateway.cancel c join gateway.payment p on p.id = c.payment_id
      where p.payment_key = $1 order by c.created_at, c.allocation`,
    [paymentKey],
  );
  expect(rows.map((row) => row.allocation).toSorted()).toEqual(['assumed', 'named']);
});

test('the same lines again confirm the allocation and post nothing', async () => {
  const { paymentKey } = await paid();
  const cancelId = await fromConsole(paymentKey, 2_000n);
  const postings = await world.count('ledger.posting');
  const view = await allocate(cancelId, { L1: 1_000n, L2: 1_000n });
  expect(view).toMatchObject({ allocation: 'named', history: [{ correctionId: null }] });
  expect(await world.count('ledger.posting')).toBe(postings);
});

test('after a payout the seller who is charged now owes the money, and the other one can be paid it again', async () => {
  const { paymentKey, orderId } = await paid(order([{ sellerId: 'coda' }, { sellerId: 'dora' }]));
  await mature(world.db, orderId, 'L1', 'L2');
  const cancelId = await fromConsole(paymentKey, 10_000n);
  expect(await canceledOf(orderId)).toEqual([10_000n, 0n]);
  // Dora is paid out all that she earned.
  await reserve(world.db, 'dora', 8_900n);
  await allocate(cancelId, { L2: 10_000n });
  expect(await world.books()).toMatchObject({
    'seller:coda:payable': -8_900n,
    'seller:dora:debt': 8_900n,
    'seller:dora:reserved': -8_900n,
    'provider:receivable': 10_000n,
  });

  // And back: coda's payable money is taken, and dora is owed the money that she was said to owe.
  await allocate(cancelId, { L1: 10_000n });
  expect(await world.books()).toMatchObject({ 'seller:dora:debt': 8_900n, 'seller:dora:payable': -8_900n });
  expect((await world.books())['seller:coda:payable']).toBeUndefined();
  expect((await readAllocation(world.db, cancelId)).history).toHaveLength(2);
});

// prettier-ignore
test.each`
  parts                             | code                      | because
  ${{ L1: 10_001n, L2: 1_999n }}    | ${'CANCEL_LINES_INVALID'} | ${'a line gives at most what was paid for it'}
  ${{ L1: 3_000n, L2: 8_999n }}     | ${'CANCEL_LINES_INVALID'} | ${'less than the cancel'}
  ${{ L1: 3_000n, L9: 9_000n }}     | ${'CANCEL_LINES_INVALID'} | ${'no line of the order'}
`('$parts is refused: $because', async ({ parts, code }: { parts: Parts; code: string }) => {
  const { paymentKey } = await paid();
  const cancelId = await fromConsole(paymentKey, 12_000n);
  const before = await footprint(world.db);
  await expect(allocate(cancelId, parts)).rejects.toMatchObject({ code });
  expect(await footprint(world.db)).toEqual(before);
});

test('a line cannot give what another cancel took from it', async () => {
  const { paymentKey } = await paid();
  const first = await fromConsole(paymentKey, 9_000n);
  const second = await fromConsole(paymentKey, 4_000n);
  // The second cancel took 2,000 of L1, so the first may take 8,000 of the line.
  await expect(allocate(first, { L1: 9_000n })).rejects.toMatchObject({ code: 'CANCEL_LINES_INVALID' });
  await allocate(first, { L1: 8_000n, L2: 1_000n });
  await expect(allocate(second, { L1: 4_000n })).rejects.toMatchObject({ code: 'CANCEL_LINES_INVALID' });
  await allocate(second, { L2: 4_000n });
  await expect(allocate(randomUUID(), { L1: 1n })).rejects.toMatchObject({ code: 'CANCEL_NOT_FOUND' });
});

test('corrections at once take turns: the last one stands, and each knows what it found', async () => {
  const { paymentKey, orderId } = await paid();
  const cancelId = await fromConsole(paymentKey, 3_000n);
  const wanted = [{ L1: 3_000n }, { L2: 3_000n }, { L1: 1_000n, L2: 2_000n }, { L1: 2n, L2: 2_998n }];
  await Promise.all(wanted.map((parts) => allocate(cancelId, parts)));
  const { history, lines } = await readAllocation(world.db, cancelId);
  expect(history).toHaveLength(4);
  const text = (parts: unknown) =>
    JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  // Their instants are the same on the frozen clock, so the chain is found by what each one found and left.
  const found = new Set(history.map(({ before }) => text(before)));
  const last = history.filter(({ after }) => !found.has(text(after)));
  expect(last.map(({ after }) => text(after))).toEqual([text(lines.map(({ lineId, amount }) => ({ lineId, amount })))]);
  expect((await canceledOf(orderId)).reduce((sum, amount) => sum + amount, 0n)).toBe(3_000n);
});

test('corrections while the lines mature: every won is where its line is', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(() => paid()));
  const cancels: string[] = [];
  for (const { paymentKey } of orders) cancels.push(await fromConsole(paymentKey, 4_000n));
  await Promise.all([
    ...cancels.map((id) => allocate(id, { L2: 4_000n })),
    ...orders.map(({ orderId }) => mature(world.db, orderId, 'L1', 'L2')),
  ]);
  const books = await world.books();
  expect(books).toMatchObject({ 'seller:acme:payable': -35_600n, 'seller:bolt:payable': -21_360n });
  expect([books['seller:acme:pending'], books['seller:bolt:pending']]).toEqual([undefined, undefined]);
});

test('decisions about lines are kept as they were', async () => {
  const { paymentKey } = await paid();
  await allocate(await fromConsole(paymentKey, 5n), { L2: 5n });
  for (const change of [
    "update gateway.cancel_allocation set reason = 'other'",
    'delete from gateway.cancel_allocation',
  ])
    await expect(world.db.query(change)).rejects.toThrow('keeps its rows');
});

test('the list goes on where its page ended', async () => {
  const { paymentKey } = await paid();
  const made: string[] = [];
  for (const amount of [1n, 2n, 3n]) made.push(await fromConsole(paymentKey, amount));
  const seen: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await readAllocations(world.db, { allocation: 'assumed', limit: 2, ...(after && { after }) });
    seen.push(...page.items.map((item) => item.cancelId));
    after = page.nextCursor;
  }
  expect(seen.filter((id) => made.includes(id)).toSorted()).toEqual(made.toSorted());
  expect(new Set(seen).size).toBe(seen.length);
});

type Step = Readonly<{ kind: 'cancel' | 'correct' | 'mature' | 'payout'; draw: bigint; pick: number }>;
const step = fc.record<Step>({
  kind: fc.constantFrom('cancel', 'cancel', 'correct', 'correct', 'mature', 'payout'),
  draw: fc.bigInt(1n, 1_000_000n),
  pick: fc.nat({ max: 99 }),
});
const history = fc.record({
  amounts: fc.array(fc.bigInt(1_000n, 30_000n), { minLength: 2, maxLength: 5 }),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
});

/** Splits `amount` over lines that can give at most `left`, by a draw. */
function drawnParts(left: readonly bigint[], amount: bigint, draw: bigint): bigint[] {
  let rest = amount;
  const room = left.toSpliced(0, Number(draw % BigInt(left.length)));
  const order = [...left.keys()].toSorted(
    (a, b) => ((a + room.length) % left.length) - ((b + room.length) % left.length),
  );
  const parts = left.map(() => 0n);
  for (const [nth, index] of order.entries()) {
    const most = left[index] ?? 0n;
    const after = order.slice(nth + 1).reduce((sum, other) => sum + (left[other] ?? 0n), 0n);
    const least = rest > after ? rest - after : 0n;
    const wish = least + ((draw * BigInt(nth + 7)) % ((rest < most ? rest : most) - least + 1n));
    parts[index] = wish;
    rest -= wish;
  }
  return parts;
}

/** The share of a line, in 1/100,000, that has matured with each of its tranches. */
const MATURED_WITH = [0, 30_000, 50_000, 100_000];

test('whatever is canceled, corrected, matured and paid out, each seller ends with what the last allocation says', async () => {
  const sellers = ['acme', 'bolt', 'coda', 'dora'];
  await fc.assert(
    fc.asyncProperty(history, async ({ amounts, steps }) => {
      await world.begin();
      const { paymentKey, orderId } = await paid(
        order(amounts.map((amount, i) => ({ amount, sellerId: sellers[i % 4] ?? 'acme' }))),
      );
      const lineIds = amounts.map((_, i) => `L${i + 1}`);
      const cancels: { id: string; amount: bigint }[] = [];
      let tranche = 0;
      for (const { kind, draw, pick } of steps) {
        const lines = await readRefundableLines(world.db, orderId);
        const balance = lines.reduce((sum, line) => sum + line.paid - line.canceled, 0n);
        if (kind === 'cancel' && balance > 1n) {
          const amount = (draw % (balance - 1n)) + 1n;
          cancels.push({ id: await fromConsole(paymentKey, amount), amount });
        }
        const chosen = cancels[pick % Math.max(1, cancels.length)];
        if (kind === 'correct' && chosen) {
          const own = await readRefundableLines(world.db, orderId, chosen.id);
          const left = own.map((line) => line.paid - line.canceled);
          const parts = drawnParts(left, chosen.amount, draw);
          await allocate(chosen.id, Object.fromEntries(parts.map((part, i) => [`L${i + 1}`, part])));
        }
        if (kind === 'mature' && tranche < 3) {
          tranche += 1;
          await maturePart(world.db, orderId, lineIds, { tranche, share: MATURED_WITH[tranche] ?? 0 });
        }
        const seller = sellers[pick % 4] ?? 'acme';
        const payable = -((await world.books())[`seller:${seller}:payable`] ?? 0n);
        if (kind === 'payout' && payable > 0n)
          await reserve(world.db, seller, proportionOf(payable, draw, 1_000_000n) || 1n);
      }
      for (; tranche < 3;) {
        tranche += 1;
        await maturePart(world.db, orderId, lineIds, { tranche, share: MATURED_WITH[tranche] ?? 0 });
      }
      const books = await world.books();
      for (const seller of sellers) {
        const own = (await readRefundableLines(world.db, orderId)).filter((line) => line.sellerId === seller);
        const due = own.reduce((sum, line) => sum + line.net - reversedSoFar(line, line.canceled).net, 0n);
        const at = (account: string) => books[`seller:${seller}:${account}`] ?? 0n;
        expect(at('pending')).toBe(0n);
        expect(-at('payable') - at('reserved') - at('debt')).toBe(due);
      }
      const ended = await readRefundableLines(world.db, orderId);
      expect(books['provider:receivable'] ?? 0n).toBe(ended.reduce((sum, line) => sum + line.paid - line.canceled, 0n));
    }),
    { numRuns: 25, seed: 20261123 },
  );
});
