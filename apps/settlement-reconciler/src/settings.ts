import type { SettlementCycle } from './download/sold-through.js';

/** The settings of a reconciliation. */
export abstract class Settings {
  abstract readonly settlementCycle: SettlementCycle;
  /** Calendar days before paidOutDate at which a row enters the provider's pendingAmount. */
  abstract readonly pendingDays: number;
  /** Rows on each page that is requested from the provider's listings. */
  abstract readonly pageSize: number;
  /** Milliseconds of real time for which a run waits for the looks at payments that our books lack. */
  abstract readonly looksWaitMs: number;
  /** Milliseconds before a balance that differs is read again. */
  abstract readonly recheckPauseMs: number;
}

/** The largest page the provider returns (document 1 section 8). */
export const ROWS_PER_PAGE_MAX = 5_000;
export const RECHECK_PAUSE_MS = 1_000;
