import type { Claim } from '@jeongsan/payouts';

/** Facts about one task for the oracle: its claim, and the amounts in won by reference that the provider showed last. */
export type Notes = { claim: Claim | null; readonly shown: Map<string, bigint> };
