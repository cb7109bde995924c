import { mangleVariants, type FaultOrder } from '@jeongsan/sandbox-control';
import { shareOf, type Random } from '@jeongsan/random';

/** The role of a seller in this history. Every role except `plain` has a reason for not being paid in full. */
export const sellerKinds = [
  'plain',
  /** Under review: ten million won a week. */
  'limited',
  /** The seller's bank refuses the money. */
  'bouncing',
  /** The provider no longer knows the seller. */
  'deleted',
  /** The provider reviews the seller again, and the platform does not know yet. */
  'reviewed',
  /** The account changes between draft and sending. */
  'moving',
  'held',
  /** A buyer is refunded while the seller is being paid. */
  'refunded',
  /** The provider ends the payout: rejected, deleted or canceled. */
  'stopped',
] as const;
export type SellerKind = (typeof sellerKinds)[number];

export type SellerPlan = Readonly<{
  kind: SellerKind;
  /** Won earned. */
  amount: bigint;
  /** Start of the trouble, in days after the run's date; negative: before the draft. */
  troubleDay: number;
  /** Won refunded. */
  refund: bigint;
}>;

/** The decision of people about a run above the threshold. */
export const decisions = ['approve', 'approve twice', 'approve and reject at once', 'reject', 'approve late'] as const;
export type Decision = (typeof decisions)[number];

/** A fault of the provider for batches with this seller. */
export type BatchFault = Readonly<{ seller: number; fault: Omit<FaultOrder, 'operation' | 'contains'> }>;

/** One independent market: its sellers, one or two runs, decisions of people, and faults of the provider. */
export type HistoryPlan = Readonly<{
  number: number;
  /** With two, the second run is drafted while the first is being sent. */
  runs: 1 | 2;
  sellers: readonly SellerPlan[];
  decision: Decision;
  batchFaults: readonly BatchFault[];
}>;

const SELLERS_MAX = 10;
const TROUBLE_DAYS_MAX = 6;

/** All random decisions of one history. */
export function planHistory(random: Random, number: number): HistoryPlan {
  const sellers = Array.from({ length: random.integer(2, SELLERS_MAX) }, () => planSeller(random));
  return {
    number,
    runs: random.chance(0.2) ? 2 : 1,
    sellers,
    decision: random.pick(decisions),
    batchFaults: Array.from({ length: random.integer(1, 3) }, () => ({
      seller: random.integer(0, sellers.length - 1),
      fault: batchFault(random),
    })),
  };
}

function planSeller(random: Random): SellerPlan {
  const kind = random.chance(0.45) ? 'plain' : random.pick(sellerKinds);
  const amount = BigInt(kind === 'limited' ? random.integer(1_000_000, 14_000_000) : random.integer(1_000, 6_000_000));
  const refund = shareOf(amount, 1, 1_000, random);
  const isEarly = random.chance(0.2);
  return {
    kind,
    amount,
    troubleDay: isEarly ? -1 : random.fraction() * TROUBLE_DAYS_MAX,
    refund,
  };
}

const DELAY_MS_MAX = 3_000;

function batchFault(random: Random): BatchFault['fault'] {
  const times = random.integer(1, 2);
  const choices = [
    () => ({ kind: 'drop-before-commit', times }) as const,
    () => ({ kind: 'drop-after-commit', times }) as const,
    () => ({ kind: 'delay', times, delayMs: random.integer(200, DELAY_MS_MAX) }) as const,
    () => ({ kind: 'garbage', times }) as const,
    () => ({ kind: 'duplicate', times }) as const,
    () => ({ kind: 'reorder', times }) as const,
    () => ({ kind: 'drip', times: 1, delayMs: 1 }) as const,
    () => ({ kind: 'mangle', times, variant: random.pick(mangleVariants) }) as const,
    () => ({ kind: 'mangle', times, variant: random.pick(mangleVariants) }) as const,
    () => ({ kind: 'error', times, ...random.pick(errors) }) as const,
    () => ({ kind: 'error', times, ...random.pick(errors) }) as const,
  ];
  return random.pick(choices)();
}

const errors = [
  { status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' },
  { status: 503, code: 'UNKNOWN_ERROR' },
  { status: 429, code: 'TOO_MANY_REQUESTS' },
  { status: 409, code: 'IDEMPOTENT_REQUEST_PROCESSING' },
  { status: 400, code: 'DUPLICATED_REF_PAYOUT_ID' },
  { status: 400, code: 'NEVER_SEEN_BEFORE' },
  { status: 400, code: 'PROVIDER_ERROR' },
] as const;
