import type { SettlementCycle } from './download/sold-through.js';

/** What a reconciliation depends on besides its date. */
export type Settings = Readonly<{
  settlementCycle: SettlementCycle;
  /** Calendar days before paidOutDate at which a row enters the provider's pendingAmount. */
  pendingDays: number;
  /** Rows per page of the provider's listings; it allows 5,000 (document 1 section 8). */
  pageSize: number;
  /** How long to wait before a balance that does not fit is read again. */
  recheckPauseMs: number;
}>;
