import type { SettlementCycle } from './download/sold-through.js';

/** What a reconciliation depends on besides its date. */
export abstract class Settings {
  abstract readonly settlementCycle: SettlementCycle;
  /** Calendar days before paidOutDate at which a row enters the provider's pendingAmount. */
  abstract readonly pendingDays: number;
  /** Rows per page of the provider's listings. */
  abstract readonly pageSize: number;
  /** How long to wait before a balance that does not fit is read again. */
  abstract readonly recheckPauseMs: number;
}

/** The most the provider gives at once (document 1 section 8). */
export const ROWS_PER_PAGE_MAX = 5_000;
export const RECHECK_PAUSE_MS = 1_000;
