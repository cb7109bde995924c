import type { Claim } from '@jeongsan/payouts';

/** What one task learned on its way: its claim, and the amounts in won that the provider last showed it, by reference. */
export type Notes = { claim: Claim | null; readonly shown: Map<string, bigint> };
