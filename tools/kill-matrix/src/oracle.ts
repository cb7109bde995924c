import { eachPayout } from '@jeongsan/provider-client';
import { payoutMachine } from '@jeongsan/state-machines';
import { balances, wrongInBooks, type Sandbox, type TestDatabase } from '@jeongsan/testing';
import type { Seller } from './testing/world.js';
import type { Wire } from './wire.js';

type Db = TestDatabase['db'];
/** The facts of a quiet lane, over all its cases so far. */
export type Expected = Readonly<{
  sellers: readonly Seller[];
  /** Won that each seller has earned in total. */
  earned: ReadonlyMap<string, bigint>;
}>;

/** All errors; empty: none. The provider's records decide, and ours must agree. */
export async function judge(db: Db, sandbox: Sandbox, wire: Wire, expected: Expected): Promise<string[]> {
  const found = await Promise.all([
    paidOnce(sandbox, expected),
    ownBooks(db, expected),
    ownStates(db),
    legalSteps(db),
    evidenceOfAbsence(db, sandbox),
    acknowledgedWebhooks(db, sandbox),
  ]);
  return [...found.flat(), ...oneSender(wire)];
}

/** I1, I2: the provider has paid every seller exactly what the seller earned. */
async function paidOnce({ control }: Sandbox, { sellers, earned }: Expected): Promise<string[]> {
  const book = await control.readBook({});
  const open = book.payouts
    .filter(({ status }) => status !== 'COMPLETED')
    .map(({ status, count }) => `${count} ${status}`);
  const paid = new Map(book.paidBySeller.map(({ sellerId, amount }) => [sellerId, amount]));
  return [
    ...open.map((some) => `I2: the provider's book has ${some}`),
    ...sellers.flatMap(({ sellerId, providerSellerId }) => {
      const [got, due] = [paid.get(providerSellerId) ?? 0n, earned.get(sellerId) ?? 0n];
      if (got === due) return [];
      return [`${got > due ? 'I1' : 'I2'}: ${sellerId} earned ${due} won and was paid ${got}`];
    }),
  ];
}

/**
 * I3, I8: every posting balances, no seller is owed anything, and our account of the provider matches the provider's records.
 */
async function ownBooks(db: Db, { earned }: Expected): Promise<string[]> {
  const wrong = await wrongInBooks(db);
  const accounts = await balances(db);
  const owed = Object.entries(accounts).filter(([code, balance]) => code.startsWith('seller:') && balance !== 0n);
  const total = [...earned.values()].reduce((sum, amount) => sum + amount, 0n);
  const left = -(accounts['provider:available'] ?? 0n);
  return [
    ...(wrong === null ? [] : [`I3: ${wrong}`]),
    ...owed.map(([code, balance]) => `I3: ${code} has ${balance} won left`),
    ...(left === total ? [] : [`I8: ${left} won left the provider's account by our books, ${total} were earned`]),
  ];
}

// prettier-ignore
const leftovers = [
  ['I2', 'run',     `select business_date::text as what, state from payouts.run where state <> 'closed'`],
  ['I2', 'payout',  `select id::text as what, state from payouts.payout where state <> 'paid'`],
  ['I2', 'batch', `select id::text as what, state from payouts.batch where state not in ('accepted', 'rejected', 'resolved')`],
  ['I14', 'job',    `select job as what, case when dead_at is null then 'open' else 'dead: ' || error end as state from messaging.outbox
                      where done_at is null and (dead_at is not null or published_at is not null)`],
  ['I7', 'payout',  `select payout_id::text as what, count(*) || ' times paid' as state from witness.moved where became = 'paid'
                      group by payout_id having count(*) <> 1`],
] as const;

/** I2, I7, I14: every payout, batch and run has ended, once. */
async function ownStates(db: Db): Promise<string[]> {
  const found = await Promise.all(
    leftovers.map(async ([invariant, kind, sql]) => {
      const rows = await db.query<{ what: string; state: string }[]>(`${sql} limit 5`);
      return rows.map(({ what, state }) => `${invariant}: ${kind} ${what} is ${state}`);
    }),
  );
  return found.flat();
}

const legal = new Set(
  Object.entries(payoutMachine.table).flatMap(([from, events]) => Object.values(events).map((to) => `${from} ${to}`)),
);

/** I5: every step of every payout is a step of the state machine. */
async function legalSteps(db: Db): Promise<string[]> {
  const steps = await db.query<{ was: string; became: string }[]>(
    `select distinct coalesce(was, 'planned') as was, became from witness.moved`,
  );
  return steps
    .filter(({ was, became }) => !legal.has(`${was} ${became}`))
    .map(({ was, became }) => `I5: a payout went from ${was} to ${became}`);
}

/** Tolerance between the two clocks, plus the second to which the provider rounds its times. */
const CLOCKS_APART_MS = 500;
const PROVIDER_TELLS_MS = 1_000;

/** I11: a payout that was declared absent was not at the provider at that time. */
async function evidenceOfAbsence(db: Db, { api }: Sandbox): Promise<string[]> {
  const absent = await db.query<{ id: string; at: Date }[]>(
    `select payout_id::text as id, max(at) as at from witness.moved where was = 'unknown' and became = 'reserved' group by payout_id`,
  );
  if (absent.length === 0) return [];
  const requestedAt = new Map<string | null | undefined, Date | null | undefined>();
  for await (const payout of eachPayout(api, { limit: 10_000 }))
    requestedAt.set(payout.refPayoutId, payout.requestedAt);
  return absent
    .filter(
      ({ id, at }) =>
        new Date(requestedAt.get(id) ?? at).getTime() + PROVIDER_TELLS_MS < at.getTime() - CLOCKS_APART_MS,
    )
    .map(({ id }) => `I11: payout ${id} was called absent although the provider had it`);
}

/** I6: every webhook that was answered 200 is stored. */
async function acknowledgedWebhooks(db: Db, { control }: Sandbox): Promise<string[]> {
  const { items } = await control.listDeliveries({ query: { state: 'delivered', limit: 1_000 } });
  const missing = await db.query<{ id: string }[]>(
    `select t.id from unnest($1::text[]) as t (id) where not exists (select from webhooks.inbox where transmission_id = t.id)`,
    [items.map(({ id }) => id)],
  );
  return missing.map(({ id }) => `I6: webhook ${id} was answered 200 and is not stored`);
}

/** I16: each batch is sent once, and only while its sender holds the fence. */
function oneSender({ requested, unfenced }: Wire): string[] {
  const times = new Map<string, number>();
  for (const key of requested) times.set(key, (times.get(key) ?? 0) + 1);
  return [
    ...[...times].filter(([, count]) => count > 1).map(([key, count]) => `I16: batch ${key} was sent ${count} times`),
    ...unfenced.map((key) => `I16: batch ${key} was sent by somebody who had lost it`),
  ];
}
