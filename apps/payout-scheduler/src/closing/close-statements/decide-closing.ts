import { ratePerHundredThousand } from '@jeongsan/money';
import {
  type GateReason,
  type StoredReason,
  type TermsBody,
  withholdingDue,
  type WithheldSoFar,
} from '@jeongsan/settlement';
import { payoutGates, type GateFacts, type PayoutPolicy } from '@jeongsan/payouts';

/** Why part of a seller's money cannot be paid yet, by what asks for it, in won. */
export type HeldMoney = Readonly<{
  /** Open holds on an amount. */
  amounts: bigint;
  /** Matured and unpaid money of orders on hold. */
  orders: bigint;
  /** Cancels that are asked for and not done: what they will take from payable. */
  futureDebits: bigint;
}>;

/** All that the closing of one seller's statement depends on. The seller's accounts are locked while it is true. */
export type Position = Readonly<{
  /** Payable carried from the previous statement. */
  opening: bigint;
  /** Movements of payable before the cut-off that stand on no earlier statement. */
  moved: bigint;
  /** What was earned less what was refunded among them; refunds that became debt included. */
  taxable: bigint;
  soFar: WithheldSoFar;
  /** Balances as locked: they contain what moved after the cut-off, too. */
  payable: bigint;
  debt: bigint;
  reserve: bigint;
  /** Reserves whose time is over. */
  reserveDue: bigint;
  held: HeldMoney;
  gates: GateFacts;
}>;

/** What a statement does, in won. `opening + movements = payout + carried`. */
export type Closing = Readonly<{
  opening: bigint;
  movements: bigint;
  reserveReleased: bigint;
  debtNetted: bigint;
  taxable: bigint;
  /** Negative: given back. */
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
 * Closes one seller's statement: reserves come back, debt is netted, tax is withheld, what must wait is held back, the gates decide
 * on the rest, and a reserve is kept from what passes them.
 */
export function decideClosing(position: Position, terms: ClosingTerms, policy: Policy): Closing {
  const { opening, moved, reserveDue, soFar } = position;
  const taxable = terms.taxType === 'WITHHOLDING' ? position.taxable : 0n;
  const taxDue = terms.taxType === 'WITHHOLDING' ? withholdingDue(soFar, taxable) : 0n;
  const givenBack = taxDue < 0n ? -taxDue : 0n;

  // A movement after the cut-off may have taken from what the statement closes with: never promise more than there is.
  const unspent = least(opening + moved, position.payable);
  // Tax that is given back comes before the netting: it must not be paid to somebody who owes more than that.
  const nettable = atLeastZero(unspent + reserveDue + givenBack);
  const debtNetted = least(position.debt, shareOf(nettable, terms.debt.netShare));
  // What the seller's money does not cover is withheld from a later statement: it is computed from the totals.
  const withheld = taxDue < 0n ? taxDue : least(taxDue, nettable - debtNetted);

  const available = atLeastZero(unspent + reserveDue - debtNetted - withheld);
  const { payable, heldBack, holdReason } = judge(available, position, terms, policy);
  const reserveHeld = toReserve(payable, reserveDue, position.reserve, terms.reserve);
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

/** What passes holds and gates. The reason is the most important one: what the seller or we must act on comes first. */
function judge(available: bigint, { held, gates }: Position, terms: ClosingTerms, policy: Policy): Verdict {
  const limits = { ...policy, minimumPayout: terms.minimumPayout ?? policy.minimumPayout };
  const heldBack = least(available, held.amounts + held.orders + held.futureDebits);
  const { payable, holdReason } = payoutGates(available - heldBack, gates, limits);
  if (heldBack === 0n) return { payable, heldBack, holdReason };
  // The gates as if nothing was held: a reason of theirs that would stop everything anyway explains more than the hold.
  const without = payoutGates(available, gates, limits);
  const isStopped = without.payable === 0n && without.holdReason !== null;
  return { payable, heldBack, holdReason: isStopped ? without.holdReason : reasonOf(held) };
}

function reasonOf(held: HeldMoney): GateReason {
  if (held.amounts > 0n) return 'HELD_AMOUNT';
  return held.orders > 0n ? 'HELD_ORDER' : 'FUTURE_DEBITS';
}

/** What was just released was kept once: a rolling reserve takes no share of it again. */
function toReserve(payable: bigint, released: bigint, before: bigint, terms: ClosingTerms['reserve']): bigint {
  if (terms === null) return 0n;
  if (terms.kind === 'ROLLING') return shareOf(atLeastZero(payable - released), terms.rate);
  return least(payable, atLeastZero(terms.amount - (before - released)));
}

/** A share in 1/100,000, the odd won left with the seller. */
const shareOf = (amount: bigint, share: number): bigint => ratePerHundredThousand(amount, BigInt(share), 'floor');
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastZero = (a: bigint): bigint => (a > 0n ? a : 0n);
