import { won } from '@jeongsan/money';
import type { PayoutEvent } from '@jeongsan/state-machines';
import { chart } from './chart.js';
import { template, type Posting } from './posting.js';

export type PayoutFacts = { payoutId: string; sellerId: string; amount: bigint; effectiveAt: Date };
const oncePerPayout = (p: PayoutFacts) => p.payoutId;

export const payoutReserved = template<PayoutFacts>('payout.reserved', oncePerPayout, (p) => [
  { debit: chart.sellerPayable(p.sellerId), credit: chart.sellerReserved(p.sellerId), amount: won(p.amount) },
]);
export const payoutPaid = template<PayoutFacts>('payout.paid', oncePerPayout, (p) => [
  { debit: chart.sellerReserved(p.sellerId), credit: chart.providerAvailable(), amount: won(p.amount) },
]);
export const payoutReleased = template<PayoutFacts>('payout.released', oncePerPayout, (p) => [
  { debit: chart.sellerReserved(p.sellerId), credit: chart.sellerPayable(p.sellerId), amount: won(p.amount) },
]);
export const payoutReturned = template<PayoutFacts>('payout.returned', oncePerPayout, (p) => [
  { debit: chart.providerAvailable(), credit: chart.sellerPayable(p.sellerId), amount: won(p.amount) },
]);

/**
 * The posting of each payout event; null: the event moves no money. Every event must be listed: a new event does not compile
 * otherwise.
 */
export const payoutPostings = {
  reserve: payoutReserved,
  submit: null,
  accept: null,
  retry: null,
  lose: null,
  absent: null,
  park: null,
  resend: null,
  abandon: payoutReleased,
  settle: payoutPaid,
  fail: payoutReleased,
  refuse: payoutReleased,
  release: payoutReleased,
  giveBack: payoutReturned,
} satisfies Record<PayoutEvent, ((p: PayoutFacts) => Posting) | null>;
