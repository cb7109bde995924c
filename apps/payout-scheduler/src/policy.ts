import type { PayoutPolicy } from './payout-policy.js';

/** Injection token and type in one: the payout policy of this process. */
export class Policy {
  constructor(readonly value: PayoutPolicy) {}
}
