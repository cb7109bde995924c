import { PAYOUT_AMOUNT_LIMIT } from '@jeongsan/provider-contract';
import { operatorReason, type SellerReason, type StoredReason } from '@jeongsan/settlement';
import type { SellerState } from '@jeongsan/state-machines';
import type { PayoutPolicy } from './payout-policy.js';

/** Everything that can keep a seller's money from being paid, read at one moment. */
export type GateFacts = Readonly<{
  /** Null: the seller was never onboarded. */
  state: SellerState | null;
  /** The account was replaced, neither confirmed by a second person nor past its waiting time. */
  accountWaits: boolean;
  /** Reasons of open holds. */
  holds: readonly string[];
  /** Won that already count against the weekly limit: the larger of rolling seven days and calendar week. */
  paidThisWeek: bigint;
  /** A person waived the minimum payout for this one statement. */
  minimumWaived?: boolean;
}>;

export type GateVerdict = Readonly<{ payable: bigint; holdReason: StoredReason | null }>;

// prettier-ignore
/** Null: a seller in this state can be paid. Otherwise the reason why not. */
const holdOfState = {
  received:          'ACCOUNT_NOT_VERIFIED',
  account_refused:   'ACCOUNT_NOT_VERIFIED',
  account_verified:  'REGISTRATION_PENDING',
  refused:           'REGISTRATION_REFUSED',
  awaiting_identity: 'IDENTITY_CHECK_REQUIRED',
  kyc_required:      'KYC_REQUIRED',
  closed:            'SELLER_CLOSED',
  limited:           null,
  approved:          null,
} satisfies Record<SellerState, SellerReason | null>;

/** How much of `amount` (won) may be paid now, and the reason for the rest, which operators and the seller read. */
export function payoutGates(
  amount: bigint,
  facts: GateFacts,
  policy: Pick<PayoutPolicy, 'minimumPayout' | 'weeklyLimit'>,
): GateVerdict {
  if (amount <= 0n) return { payable: 0n, holdReason: null };
  const stateHold: SellerReason | null = facts.state === null ? 'SELLER_UNKNOWN' : holdOfState[facts.state];
  const [named] = facts.holds;
  const ofAccount = facts.accountWaits ? 'ACCOUNT_CHANGED' : null;
  const hold = stateHold ?? ofAccount ?? (named === undefined ? null : operatorReason(named));
  if (hold !== null) return { payable: 0n, holdReason: hold };
  if (amount < policy.minimumPayout && facts.minimumWaived !== true)
    return { payable: 0n, holdReason: 'BELOW_MINIMUM' };
  if (facts.state === 'approved') return { payable: amount, holdReason: null };
  const headroom = policy.weeklyLimit - facts.paidThisWeek;
  if (headroom >= amount) return { payable: amount, holdReason: null };
  return { payable: headroom > 0n ? headroom : 0n, holdReason: 'WEEKLY_LIMIT' };
}

/** Splits an amount into parts that are each below the provider's limit of a single payout (document 2 section 4). */
export function splitPayout(amount: bigint): bigint[] {
  const largest = PAYOUT_AMOUNT_LIMIT - 1n;
  const parts: bigint[] = [];
  for (let left = amount; left > 0n; left -= largest) parts.push(left < largest ? left : largest);
  return parts;
}
