import { eachTransaction } from '@jeongsan/provider-client';
import {
  expectedBooks,
  isPaid,
  stateOf,
  unallocatedBecause,
  type AskedParts,
  type Found,
  type Sale,
} from '@jeongsan/provider-walks';
import { listAll } from '../../src/play/list-all.js';
import type { Stage } from './stage.js';

/** An order, and the payment that its buyer made last. */
export type WalkedSale = Sale & Readonly<{ name: string; paymentKey: string | undefined }>;
type FoundSale = Found & Readonly<{ sale: WalkedSale }>;

const LISTED_MAX = 100;
const PERIOD = { startDate: '2026-05-01', endDate: '2026-06-30' };
/** States of an order without money: never asked to pay, or its payments came to nothing. */
const WITHOUT_MONEY: readonly (string | null)[] = [null, 'refused', 'voided', 'expired'];

/**
 * Compares the ledger, the payments, the orders and the unallocated money with the provider's own records. Returns each difference
 * in words; empty: they agree.
 */
export async function differences(
  stage: Stage,
  sales: readonly WalkedSale[],
  asked: AskedParts = new Map(),
): Promise<string[]> {
  const found = await findAll(stage, sales);
  return [
    ...(await differencesInBooks(stage, found, asked)),
    ...(await differencesInPayments(stage, found)),
    ...(await differencesInOrders(stage, sales, found)),
    ...(await unfinished(stage)),
  ];
}

/** Every payment that the provider lists. Each belongs to a sale, so no money is left out of the comparison. */
async function findAll({ sides }: Stage, sales: readonly WalkedSale[]): Promise<FoundSale[]> {
  const { api } = sides.provider;
  const byOrder = new Map(sales.map((sale) => [sale.facts.orderId, sale]));
  const byPayment = new Map(sales.map((sale) => [sale.paymentKey, sale]));
  const found = new Map<string, FoundSale>();
  for await (const { paymentKey } of eachTransaction(api, PERIOD)) {
    if (found.has(paymentKey)) continue;
    const seen = await api.getPayment({ params: { paymentKey } });
    const sale = byPayment.get(paymentKey) ?? byOrder.get(seen.orderId);
    if (sale === undefined) throw new Error(`The provider lists ${paymentKey}, which belongs to no sale`);
    found.set(paymentKey, { seen, sale });
  }
  return [...found.values()];
}

// Settlement moves money between accounts of the provider and takes fees, maturity between accounts of a seller.
const BALANCES = `
  select currency || ' ' || case when account_code like 'seller:%' then 'seller:' || split_part(account_code, ':', 2)
                                 when account_code like 'platform:%' then 'platform'
                                 when account_code = 'provider:refunds' then account_code
                                 when account_code like 'provider:%' then 'provider:receivable'
                                 else account_code end as code,
         sum(amount)::bigint as sum
    from ledger.entry group by 1`;

async function differencesInBooks(stage: Stage, found: readonly FoundSale[], asked: AskedParts): Promise<string[]> {
  const rows = await stage.query<{ code: string; sum: bigint | string }>(BALANCES);
  const ours = new Map(rows.map(({ code, sum }) => [code, BigInt(sum)]));
  const expected = new Map(Object.entries(expectedBooks(found, asked)));
  const { approved, canceled } = await stage.platform.clients.control.readBook({});
  const booked = expected.get('KRW provider:receivable') ?? 0n;
  return [
    ...[...new Set([...ours.keys(), ...expected.keys()])].flatMap((code) =>
      differing(`ledger, ${code}`, ours.get(code) ?? 0n, expected.get(code) ?? 0n),
    ),
    ...differing("won of the provider's own book", approved - canceled, booked),
  ];
}

const differing = (what: string, ours: unknown, expected: unknown): string[] =>
  ours === expected ? [] : [`${what}: ${String(ours)} where ${String(expected)} is expected`];

async function differencesInPayments({ platform }: Stage, found: readonly FoundSale[]): Promise<string[]> {
  const { gateway } = platform.clients;
  const limit = LISTED_MAX;
  const payments = await listAll((after) => gateway.listPayments({ query: { limit, ...after } }));
  const unallocated = await listAll((after) => gateway.listUnallocatedPayments({ query: { limit, ...after } }));
  const records = new Map(payments.map((payment) => [payment.paymentKey, payment]));
  const reasons = new Map(unallocated.map(({ paymentKey, because }) => [paymentKey, because]));
  return found.flatMap(({ seen, sale }) => {
    const what = `${sale.name}, ${seen.status} ${seen.paymentKey}`;
    const record = records.get(seen.paymentKey);
    const state = stateOf(seen);
    if (state === null) return WITHOUT_MONEY.includes(record?.state ?? null) ? [] : [`${what}: ${record?.state}`];
    const because = unallocatedBecause({ seen, sale });
    const isOurs = because === null;
    return [
      ...differing(`${what}, state`, record?.state, state),
      ...differing(`${what}, order`, record?.orderId ?? null, isOurs ? seen.orderId : null),
      ...(isPaid(seen)
        ? differing(`${what}, canceled`, record?.canceledAmount, seen.totalAmount - seen.balanceAmount)
        : []),
      ...(isPaid(seen) && seen.balanceAmount > 0n
        ? differing(`${what}, unallocated because`, reasons.get(seen.paymentKey) ?? null, because)
        : []),
    ];
  });
}

async function differencesInOrders(
  { platform }: Stage,
  sales: readonly WalkedSale[],
  found: readonly FoundSale[],
): Promise<string[]> {
  const all: string[] = [];
  for (const sale of sales.filter(({ isRegistered }) => isRegistered)) {
    const { orderId } = sale.facts;
    const { paymentState } = await platform.clients.gateway.getOrder({ params: { orderId } });
    const states = found
      .filter((one) => one.seen.orderId === orderId && unallocatedBecause(one) === null)
      .map(({ seen }) => stateOf(seen))
      .filter((state) => state !== null);
    const expected = states.length === 0 ? WITHOUT_MONEY : states;
    if (!expected.includes(paymentState))
      all.push(`${sale.name}: its order is ${paymentState}, not ${expected.join(' or ')}`);
  }
  return all;
}

/** Work that should be over: payments and cancels without an outcome, and jobs that were given up. */
async function unfinished({ platform, query }: Stage): Promise<string[]> {
  const { dead } = await platform.clients.backlogs['payout-scheduler'].readBacklog({});
  const undecided = await query<{ what: string }>(
    `select 'payment ' || payment_key || ' is confirming' as what from gateway.payment where state = 'confirming'
     union all
     select 'cancel ' || c.id || ' of ' || p.payment_key || ' is requested'
       from gateway.cancel c join gateway.payment p on p.id = c.payment_id where c.state = 'requested'`,
  );
  return [...dead.map(({ job, error }) => `dead job ${job}: ${error}`), ...undecided.map(({ what }) => what)];
}

/** What the nights found: open breaks other than money in another currency or without an order, nights without a proof, flaws of the ledger. */
export async function flawsOfNights({ platform }: Stage, nights: readonly string[]): Promise<string[]> {
  const { reconciler } = platform.clients;
  const limit = LISTED_MAX;
  const breaks = await listAll((after) => reconciler.listBreaks({ query: { open: 'true', limit, ...after } }));
  const proofs = await listAll((after) => reconciler.listBalanceProofs({ query: { limit, ...after } }));
  const { unbalanced, drifted, sealsBroken } = await reconciler.verifyLedger({});
  return [
    ...breaks
      .filter((one) => one.class !== 'FOREIGN_CURRENCY' && one.class !== 'UNALLOCATED')
      .map((one) => `break ${one.class} ${one.subject}: ${one.found} where ${one.expected} is expected`),
    ...proofs
      .filter(({ proven }) => !proven)
      .map(({ businessDate, ...proof }) => `night ${businessDate}: ${text(proof)}`),
    ...nights
      .filter((night) => !proofs.some(({ businessDate }) => businessDate === night))
      .map((night) => `night ${night} has no proof`),
    ...differing('flaws of the ledger', unbalanced + drifted + sealsBroken, 0),
  ];
}

const text = (proof: object): string =>
  JSON.stringify(proof, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
