import { netOf, NO_AMOUNTS } from '@jeongsan/settlement';
import { payoutMachine, type PayoutEvent, type PayoutState } from '@jeongsan/state-machines';
import {
  chart,
  debtRecovered,
  debtRepaid,
  debtWrittenOff,
  lineMatured,
  paymentApproved,
  paymentCanceled,
  payoutPostings,
  sellerAdjusted,
  settlementAvailable,
  settlementPending,
  type PostedLine,
  type Posting,
  type ReversedLine,
} from './index.js';

const effectiveAt = new Date('2026-05-04T00:00:00Z');
const payout = { payoutId: 'po-1', sellerId: 'acme', amount: 10_000n, effectiveAt };

/** Debits less credits per account. */
type Books = Map<string, bigint>;
function post(books: Books, posting: Posting | undefined): void {
  for (const { debit, credit, amount } of posting?.transfers ?? []) {
    books.set(debit.code, (books.get(debit.code) ?? 0n) + amount.minor);
    books.set(credit.code, (books.get(credit.code) ?? 0n) - amount.minor);
  }
}
const told = (books: Books): string => {
  const left = [...books].filter(([, minor]) => minor !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return left.map(([code, minor]) => `${code} ${minor}`).join(', ') || 'all zero';
};
const sumOf = (books: Books): bigint => [...books.values()].reduce((a, b) => a + b, 0n);

/** Every path through the payout's table without a repeated edge. */
function* payoutPaths(
  state: PayoutState = payoutMachine.initial,
  path: PayoutEvent[] = [],
  taken: ReadonlySet<string> = new Set(),
): Generator<[PayoutState, PayoutEvent[]]> {
  if (payoutMachine.isFinal(state) || state === 'paid') yield [state, path];
  for (const [event, to] of Object.entries(payoutMachine.table[state])) {
    const edge = `${state}/${event}`;
    if (!taken.has(edge)) yield* payoutPaths(to, [...path, event as PayoutEvent], new Set([...taken, edge]));
  }
}
function payoutBooks(path: readonly PayoutEvent[]): Books {
  const books: Books = new Map();
  for (const event of path) post(books, payoutPostings[event]?.(payout));
  return books;
}

test.each([...payoutPaths()])('a payout that ends %s leaves nothing reserved: %j', (end, path) => {
  const books = payoutBooks(path);
  expect(books.get('seller:acme:reserved') ?? 0n).toBe(0n);
  expect(sumOf(books)).toBe(0n);
  // The provider's balance decreased if and only if the seller was paid.
  expect(books.get('provider:available') ?? 0n).toBe(end === 'paid' ? -10_000n : 0n);
});

test('the books of payouts, path by path', () => {
  const lines = [...payoutPaths()].map(([end, path]) => `${path.join(' > ')}  =>  ${end}: ${told(payoutBooks(path))}`);
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});

/** 10,000 won less 1,000 discount, 400 of it the seller's; 10 % commission, and 330 won for payment handling. */
const line: PostedLine = {
  ...NO_AMOUNTS,
  sellerId: 'acme',
  ...{ paid: 9_000n, promotion: 600n },
  ...{ commission: 960n, commissionVat: 96n, fees: 330n, feeVat: 33n },
};
const net = netOf(line);
/** A third of the line, to the won: the remainder of the largest cumulative share. */
const part: PostedLine = {
  ...NO_AMOUNTS,
  sellerId: 'acme',
  ...{ paid: 3_000n, promotion: 200n },
  ...{ commission: 320n, commissionVat: 32n, fees: 110n, feeVat: 11n },
};
const rest: PostedLine = {
  ...NO_AMOUNTS,
  sellerId: 'acme',
  ...{ paid: 6_000n, promotion: 400n },
  ...{ commission: 640n, commissionVat: 64n, fees: 220n, feeVat: 22n },
};
const fee = { supplyAmount: 180n, vat: 18n };

type Step = 'approve' | 'settle' | 'mature' | 'pay' | 'cancel part' | 'cancel rest' | 'settle cancels' | 'earn again';

/** The paths of one order: which step may follow which, each at most once. */
function* orderPaths(path: Step[] = ['approve']): Generator<Step[]> {
  yield path;
  const done = new Set(path);
  const may: Record<Step, boolean> = {
    approve: false,
    settle: true,
    mature: done.has('settle'),
    pay: done.has('mature') && !done.has('cancel rest'),
    'cancel part': !done.has('cancel rest'),
    'cancel rest': done.has('cancel part'),
    'settle cancels': done.has('settle') && done.has('cancel rest'),
    'earn again': done.has('cancel rest') && done.has('pay'),
  };
  for (const step of Object.keys(may) as Step[]) if (may[step] && !done.has(step)) yield* orderPaths([...path, step]);
}

function orderBooks(path: readonly Step[]): Books {
  const books: Books = new Map();
  const payable = () => -(books.get(chart.sellerPayable('acme').code) ?? 0n);
  const debt = () => books.get(chart.sellerDebt('acme').code) ?? 0n;
  let canceled = 0n;
  const reverse = (cancelId: string, amounts: PostedLine, matured: boolean): Posting => {
    const owed = netOf(amounts);
    const fromPayable = matured ? (owed < payable() ? owed : payable()) : 0n;
    const reversed: ReversedLine = { ...amounts, fromPayable, toDebt: matured ? owed - fromPayable : 0n };
    canceled += owed;
    return paymentCanceled({ cancelId, effectiveAt, lines: [reversed] });
  };
  const mature = (lineKey: string, amount: bigint) => lineMatured({ lineKey, sellerId: 'acme', amount, effectiveAt });
  for (const [index, step] of path.entries()) {
    const matured = path.slice(0, index).includes('mature');
    const row = {
      transactionKey: 'tx-1',
      currency: 'KRW' as const,
      effectiveAt,
      amount: 9_000n,
      ...fee,
      payOutAmount: 8_802n,
    };
    const postings: Record<Step, () => Posting[]> = {
      approve: () => [paymentApproved({ paymentId: 'p-1', effectiveAt, lines: [line] })],
      settle: () => [settlementPending(row), settlementAvailable(row)],
      mature: () => [mature('o-1/1', net - canceled)],
      pay: () => {
        const facts = { ...payout, amount: payable() };
        return [payoutPostings.reserve(facts), payoutPostings.settle(facts)];
      },
      'cancel part': () => [reverse('c-1', part, matured)],
      'cancel rest': () => [reverse('c-2', rest, matured)],
      'settle cancels': () => {
        const back = {
          transactionKey: 'tx-2',
          currency: 'KRW' as const,
          effectiveAt,
          amount: -9_000n,
          supplyAmount: -180n,
          vat: -18n,
          payOutAmount: -8_802n,
        };
        return [settlementPending(back), settlementAvailable(back)];
      },
      'earn again': () => [
        paymentApproved({ paymentId: 'p-2', effectiveAt, lines: [line] }),
        mature('o-2/1', net),
        debtRecovered({
          sellerId: 'acme',
          businessDate: '2026-06-01',
          amount: debt() < net ? debt() : net,
          effectiveAt,
        }),
      ],
    };
    for (const posting of postings[step]()) post(books, posting);
  }
  return books;
}

test.each([...orderPaths()].map((path) => [path.join(' > '), path] as const))(
  '%s: balanced, and nobody silently negative',
  (_, path) => {
    const books = orderBooks(path);
    expect(sumOf(books)).toBe(0n);
    for (const part of ['pending', 'payable', 'reserved']) {
      expect(-(books.get(`seller:acme:${part}`) ?? 0n)).toBeGreaterThanOrEqual(0n);
    }
    expect(books.get('seller:acme:debt') ?? 0n).toBeGreaterThanOrEqual(0n);
  },
);

test('a sale canceled whole leaves the platform with nothing of it', () => {
  for (const path of orderPaths()) {
    if (!path.includes('cancel rest') || path.includes('earn again')) continue;
    const books = orderBooks(path);
    for (const code of ['platform:commission', 'platform:fees', 'platform:vat', 'platform:promotion'])
      expect(books.get(code) ?? 0n).toBe(0n);
  }
});

test('the books of orders, path by path', () => {
  const lines = [...orderPaths()].map((path) => `${path.join(' > ')}  =>  ${told(orderBooks(path))}`);
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});

type Decision = 'give' | 'take' | 'repay' | 'write off' | 'take again';

/** The paths of decisions about one seller: each at most once, and a debt is settled only when there is one. */
function* decisionPaths(path: Decision[] = []): Generator<Decision[]> {
  if (path.length > 0) yield path;
  const done = new Set(path);
  const owes = (decisionBooks(path).get(chart.sellerDebt('acme').code) ?? 0n) > 0n;
  const may: Record<Decision, boolean> = {
    give: true,
    take: true,
    repay: owes,
    'write off': owes,
    'take again': done.has('take'),
  };
  for (const step of Object.keys(may) as Decision[])
    if (may[step] && !done.has(step)) yield* decisionPaths([...path, step]);
}

function decisionBooks(path: readonly Decision[]): Books {
  const books: Books = new Map();
  const debt = () => books.get(chart.sellerDebt('acme').code) ?? 0n;
  const facts = { sellerId: 'acme', effectiveAt };
  const adjust = (amount: bigint): Posting => {
    const short = -amount + (books.get(chart.sellerPayable('acme').code) ?? 0n);
    return sellerAdjusted({ ...facts, adjustmentId: `a-${amount}`, amount, toDebt: short > 0n ? short : 0n });
  };
  const half = () => (debt() + 1n) / 2n;
  const postings: Record<Decision, () => Posting> = {
    give: () => adjust(7_000n),
    take: () => adjust(-10_000n),
    'take again': () => adjust(-500n),
    repay: () => debtRepaid({ ...facts, repaymentId: 'r-1', amount: half() }),
    'write off': () => debtWrittenOff({ ...facts, writeOffId: 'w-1', amount: debt() }),
  };
  for (const step of path) post(books, postings[step]());
  return books;
}

test('the books of decisions by hand, path by path: balanced, and no seller below nothing', () => {
  const lines = [...decisionPaths()].map((path) => {
    const books = decisionBooks(path);
    expect(sumOf(books)).toBe(0n);
    expect(-(books.get(chart.sellerPayable('acme').code) ?? 0n)).toBeGreaterThanOrEqual(0n);
    expect(books.get(chart.sellerDebt('acme').code) ?? 0n).toBeGreaterThanOrEqual(0n);
    return `${path.join(' > ')}  =>  ${told(books)}`;
  });
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});
