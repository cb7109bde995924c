import { balances, wrongInBooks, type Sandbox, type TestDatabase } from '@jeongsan/testing';
import { Records } from './records.js';
import { sellerIds } from './payment-stage.js';
import type { Outcome } from './stories.js';

type Db = TestDatabase['db'];

/** All errors of a quiet lane, over all its cases so far; empty: none. The provider's records decide, and ours must agree. */
export async function judgePayments(db: Db, sandbox: Sandbox, outcomes: readonly Outcome[]): Promise<string[]> {
  const each = await Promise.all(outcomes.map((outcome) => asTheProvider(db, sandbox, outcome)));
  const kept = outcomes.reduce((sum, outcome) => sum + keptOf(outcome), 0n);
  return [
    ...each.flat(),
    ...(await ownBooks(db, outcomes, kept)),
    ...(await chargedOnce(sandbox, kept)),
    ...(await left(db)),
  ];
}

const keptOf = ({ shares }: Outcome): bigint => Object.values(shares).reduce((sum, share) => sum + share, 0n);

/** I1, I2: our record of a payment is the provider's. */
async function asTheProvider(db: Db, { api }: Sandbox, outcome: Outcome): Promise<string[]> {
  const { paymentKey } = outcome;
  const seen = await api.getPayment({ params: { paymentKey } });
  const canceled = (seen.cancels ?? []).reduce((sum, { cancelAmount }) => sum + cancelAmount, 0n);
  const row = await new Records(db).payment(paymentKey);
  const found = `${row?.amount} less ${row?.canceled} for order ${row?.orderId}`;
  const expected = `${seen.totalAmount} less ${canceled} for order ${seen.orderId}`;
  const due = keptOf(outcome);
  return [
    ...(found === expected ? [] : [`I1: payment ${paymentKey} is ${found} here, and ${expected} at the provider`]),
    ...(due === seen.totalAmount - canceled ? [] : [`I1: ${due} won of ${paymentKey} should be left, not ${expected}`]),
  ];
}

/** I3: every posting balances, every seller has its share, and no other account has anything. */
async function ownBooks(db: Db, outcomes: readonly Outcome[], kept: bigint): Promise<string[]> {
  const wrong = await wrongInBooks(db);
  const found = new Map<string, bigint>();
  for (const [code, balance] of Object.entries(await balances(db))) {
    const owner = code.startsWith('seller:') ? code.split(':').slice(0, 2).join(':') : code;
    found.set(owner, (found.get(owner) ?? 0n) + balance);
  }
  const expected = new Map([['provider:receivable', kept]]);
  for (const sellerId of sellerIds) {
    expected.set(`seller:${sellerId}`, -outcomes.reduce((sum, { shares }) => sum + (shares[sellerId] ?? 0n), 0n));
  }
  const owners = [...new Set([...found.keys(), ...expected.keys()])];
  return [
    ...(wrong === null ? [] : [`I3: ${wrong}`]),
    ...owners
      .filter((owner) => (found.get(owner) ?? 0n) !== (expected.get(owner) ?? 0n))
      .map((owner) => `I3: ${owner} has ${found.get(owner) ?? 0n} won, not ${expected.get(owner) ?? 0n}`),
  ];
}

/** I1: no buyer was charged beside the payments of the stories. */
async function chargedOnce({ control }: Sandbox, kept: bigint): Promise<string[]> {
  const { approved, canceled } = await control.readBook({});
  return approved - canceled === kept ? [] : [`I1: the provider has ${approved - canceled} won of buyers, not ${kept}`];
}

const leftovers = [
  ['payment', `select payment_key as what, state from gateway.payment where state in ('confirming', 'waiting')`],
  ['cancel', `select id::text as what, state from gateway.cancel where state = 'requested' or refund = 'pending'`],
  [
    'job',
    `select job as what, case when dead_at is null then 'open' else 'dead: ' || error end as state from messaging.outbox
      where done_at is null`,
  ],
] as const;

/** I2, I14: nothing is undecided, and no job is dead or open. */
async function left(db: Db): Promise<string[]> {
  const found = await Promise.all(
    leftovers.map(async ([kind, sql]) => {
      const rows = await db.query<{ what: string; state: string }[]>(`${sql} limit 5`);
      return rows.map(({ what, state }) => `I2: ${kind} ${what} is ${state}`);
    }),
  );
  return found.flat();
}
