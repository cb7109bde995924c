import { ratePerHundredThousand } from '@jeongsan/money';
import {
  type GateReason,
  type StoredReason,
  type TermsBody,
  withholdingDue,
  type WithheldSoFar,
} from '@jeongsan/settlement';
import { payoutGates, type GateFacts, type PayoutPolicy } from '@jeongsan/payouts';

/** A seller's money that cannot be paid yet, by cause, in won. */
export type HeldMoney = Readonly<{
  /** Open holds on an amount. */
  amounts: bigint;
  /** Matured and unpaid money of orders on hold. */
  orders: bigint;
  /** The net amounts that requested, unfinished cancels will take from payable. */
  futureDebits: bigint;
}>;

/** The facts on which the closing of a seller's statement depends. They hold while the seller's accounts are locked. */
export type Position = Readonly<{
  /** The payable money that the seller's previous statement carried over. */
  opening: bigint;
  /** Movements of payable before the cut-off that stand on no earlier statement. */
  moved: bigint;
  /** Earnings less refunds among the movements; refunds that became debt count too. */
  taxable: bigint;
  soFar: WithheldSoFar;
  /** Balances at the time of the lock, movements after the cut-off included. */
  payable: bigint;
  debt: bigint;
  reserve: bigint;
  /** The reserves due by the date of the statement. */
  reserveDue: bigint;
  held: HeldMoney;
  gates: GateFacts;
  /** The most that an off-cycle statement pays: money that failed before. Null: a statement of the cycle. */
  offCycleMost?: bigint | null;
}>;

/** The amounts of a closed statement, in won. `opening + movements = payout + carried`. */
export type Closing = Readonly<{
  opening: bigint;
  movements: bigint;
  reserveReleased: bigint;
  debtNetted: bigint;
  taxable: bigint;
  /** Withheld tax; negative when tax is given back. */
  withheld: bigint;
  soFar: WithheldSoFar;
  heldBack: bigint;
  reserveHeld: bigint;
  payout: bigint;
  carried: bigint;
  holdReason: StoredReason | null;
}>;

export type ClosingTerms = Pick<TermsBody, 'taxType' | 'debt' | 'reserve' | 'minimumPayout'>;
type Policy = Pick<PayoutPolicy, 'minimumPayout' | 'weeklyLimit'>;

/**
 * Decides the amounts of a seller's statement in this order: release reserves, net debt, withhold tax, hold money back,
 * apply the gates, and keep a reserve from the payable rest.
 */
export function decideClosing(position: Position, terms: ClosingTerms, policy: Policy): Closing {
  const { opening, moved, reserveDue, soFar } = position;
  const taxable = terms.taxType === 'WITHHOLDING' ? position.taxable : 0n;
  const taxDue = terms.taxType === 'WITHHOLDING' ? withholdingDue(soFar, taxable) : 0n;
  const givenBack = taxDue < 0n ? -taxDue : 0n;

  // A movement after the cut-off may have taken money that the statement closes with, so the payout is at most the
  // present payable balance.
  const unspent = least(opening + moved, position.payable);
  // Returned tax is added before netting: a seller who owes more than the returned tax must not be paid it.
  const nettable = atLeastZero(unspent + reserveDue + givenBack);
  const debtNetted = least(position.debt, shareOf(nettable, terms.debt.netShare));
  // Tax that the seller's money does not cover is withheld from a later statement, because tax is computed from the
  // year's totals.
  const withheld = taxDue < 0n ? taxDue : least(taxDue, nettable - debtNetted);

  const available = atLeastZero(unspent + reserveDue - debtNetted - withheld);
  const { offCycleMost = null } = position;
  const { payable, heldBack, holdReason } = upTo(offCycleMost, judge(available, position, terms, policy));
  // The statement of the failed payout has taken the reserve already.
  const reserveHeld = offCycleMost === null ? toReserve(payable, reserveDue, position.reserve, terms.reserve) : 0n;
  const movements = moved + reserveDue - debtNetted - withheld - reserveHeld;
  const payout = payable - reserveHeld;
  return {
    opening,
    movements,
    reserveReleased: reserveDue,
    debtNetted,
    taxable,
    withheld,
    soFar: { taxable: soFar.taxable + taxable, withheld: soFar.withheld + withheld },
    heldBack,
    reserveHeld,
    payout,
    carried: opening + movements - payout,
    holdReason,
  };
}

type Verdict = Readonly<{ payable: bigint; heldBack: bigint; holdReason: StoredReason | null }>;

/** Off-cycle, money beyond the most is not held: it waits for the seller's cycle date. */
const upTo = (most: bigint | null, verdict: Verdict): Verdict =>
  most === null || verdict.payable < most ? verdict : { ...verdict, payable: most, holdReason: null };

/**
 * Applies holds and gates. If both stop money, the reason is the one that someone must act on: a gate that would stop
 * everything even without holds, otherwise the hold.
 */
function judge(available: bigint, { held, gates }: Position, terms: ClosingTerms, policy: Policy): Verdict {
  const limits = { ...policy, minimumPayout: terms.minimumPayout ?? policy.minimumPayout };
  const heldBack = least(available, held.amounts + held.orders + held.futureDebits);
  const { payable, holdReason } = payoutGates(available - heldBack, gates, limits);
  if (heldBack === 0n) return { payable, heldBack, holdReason };
  // The result of the gates without holds: if a gate would stop everything anyway, its reason explains more than the
  // hold.
  const without = payoutGates(available, gates, limits);
  const isStopped = without.payable === 0n && without.holdReason !== null;
  return { payable, heldBack, holdReason: isStopped ? without.holdReason : reasonOf(held) };
}

function reasonOf(held: HeldMoney): GateReason {
  if (held.amounts > 0n) return 'HELD_AMOUNT';
  return held.orders > 0n ? 'HELD_ORDER' : 'FUTURE_DEBITS';
}

/** A rolling reserve takes no share of the money just released from it, because that money was held once already. */
function toReserve(payable: bigint, released: bigint, before: bigint, terms: ClosingTerms['reserve']): bigint {
  if (terms === null) return 0n;
  if (terms.kind === 'ROLLING') return shareOf(atLeastZero(payable - released), terms.rate);
  return least(payable, atLeastZero(terms.amount - (before - released)));
}

/** `share` of an amount in 1/100,000, rounded down in favour of the seller. */
const shareOf = (amount: bigint, share: number): bigint => ratePerHundredThousand(amount, BigInt(share), 'floor');
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastZero = (a: bigint): bigint => (a > 0n ? a : 0n);
