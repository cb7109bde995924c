import { addDays } from '@jeongsan/calendar';
import { plainTerms, termsDocument } from '@jeongsan/settlement';
import { registerSeller, sellersHave, storeSellers } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { HistoryPlan, SellerPlan } from '../plan/plan-history.js';
import type { Stage } from '../stage/stage.js';

/** A seller as it lives on both sides. */
export type Seller = Readonly<{
  plan: SellerPlan;
  sellerId: string;
  providerSellerId: string;
  accountNumber: string;
  /** Refunds booked so far, in won. */
  refunded: { amount: bigint };
}>;

export type History = Readonly<{
  plan: HistoryPlan;
  /** The business dates of its runs; no other history has them. */
  dates: readonly string[];
  sellers: readonly Seller[];
}>;

const AT_ONCE = 8;
/** Account of a bank that refuses every payout, as the provider publishes it for tests. */
const BOUNCING = { bankCode: '011', accountNumber: '3025353430761' } as const;
let sellersMade = 0;

/** Registers every seller with the provider and with the platform, and lets it earn its money. Dates are given out from `firstDate` on. */
export async function buildMarket(stage: Stage, plans: readonly HistoryPlan[], firstDate: string): Promise<History[]> {
  let next = firstDate;
  const histories: History[] = [];
  for (const plan of plans) {
    const dates = Array.from({ length: plan.runs }, () => {
      const date = next;
      next = addDays(next, 1);
      return date;
    });
    histories.push({ plan, dates, sellers: plan.sellers.map(newSeller) });
  }
  const registered = await registerAll(stage, histories);
  const sellers = registered.flatMap((history) => history.sellers);
  await storeSellers(
    stage.db,
    sellers.map(({ plan, ...ids }) => ({ ...ids, state: plan.kind === 'limited' ? 'limited' : 'approved' })),
  );
  await setTerms(stage.db, registered);
  await sellersHave(
    stage.db,
    sellers.map(({ sellerId, plan }) => [sellerId, plan.amount] as const),
    stage.clocks.now(),
  );
  return registered;
}

function newSeller(plan: SellerPlan): Seller {
  sellersMade += 1;
  const digits = `7${Math.floor(Math.random() * 100_000_000)}`.padEnd(9, '3');
  return {
    plan,
    sellerId: `chaos-${String(sellersMade).padStart(6, '0')}`,
    providerSellerId: '',
    // Ends in 1: the sandbox's banks read other endings as orders to refuse.
    accountNumber:
      plan.kind === 'bouncing' ? BOUNCING.accountNumber : `${digits}${String(sellersMade % 10_000).padStart(4, '0')}1`,
    refunded: { amount: 0n },
  };
}

async function registerAll(stage: Stage, histories: readonly History[]): Promise<History[]> {
  const waiting = histories.flatMap(({ sellers }) => sellers);
  const ids = new Map<string, string>();
  const worker = async (): Promise<void> => {
    for (let seller = waiting.pop(); seller; seller = waiting.pop()) {
      ids.set(seller.sellerId, await register(stage, seller));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return histories.map((history) => ({
    ...history,
    sellers: history.sellers.map((s) => ({ ...s, providerSellerId: ids.get(s.sellerId) ?? '' })),
  }));
}

const register = ({ provider }: Stage, { sellerId, accountNumber, plan }: Seller): Promise<string> =>
  registerSeller(provider, {
    refSellerId: sellerId,
    account: { bankCode: plan.kind === 'bouncing' ? BOUNCING.bankCode : '088', accountNumber },
    isApproved: plan.kind !== 'limited',
  });

/** Terms that settle each seller on its history's dates and no other day. */
async function setTerms(db: DataSource, histories: readonly History[]): Promise<void> {
  const rows = histories.flatMap(({ sellers, dates }) => sellers.map(({ sellerId }) => ({ sellerId, dates })));
  await db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at)
     select t.id, '2026-01-01', t.document::jsonb, now() from unnest($1::text[], $2::text[]) as t(id, document)`,
    [
      rows.map((row) => row.sellerId),
      rows.map((row) => termsDocument(plainTerms({ cycle: `MANUAL:${row.dates.join(',')}` }))),
    ],
  );
}
