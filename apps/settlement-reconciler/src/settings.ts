import type { DataSeal } from '@jeongsan/jwe';
import type { SigningKey } from '@jeongsan/books';
import type { SettlementCycle } from './download/sold-through.js';

/** The settings of a reconciliation. */
export abstract class Settings {
  abstract readonly settlementCycle: SettlementCycle;
  /** Calendar days before paidOutDate at which a row enters the provider's pendingAmount. */
  abstract readonly pendingDays: number;
  /** Rows on each page that is requested from the provider's listings. */
  abstract readonly pageSize: number;
  /** Days before yesterday whose listings are read again each night, for rows that the provider listed late or changed. */
  abstract readonly lookBackDays: number;
  /** Pages of listings that one account of the provider is asked for per minute, by all processes together. */
  abstract readonly pagesPerMinute: number;
  /** Tries for a page that the provider does not answer, with growing pauses. After the last one the job is tried again later. */
  abstract readonly pageTries: number;
  /** Milliseconds of the first of these pauses. */
  abstract readonly retryPauseMs: number;
  /** Milliseconds of real time for which a run waits for the looks at payments that our books lack. */
  abstract readonly looksWaitMs: number;
  /** Milliseconds before a balance that differs is read again. */
  abstract readonly recheckPauseMs: number;
  /** Seals the pages of the listings as they arrived, because they name people. */
  abstract readonly seal: DataSeal;
}

/** Days after which the texts of pages are erased. */
export class KeepPagesDays {
  constructor(readonly days: number) {}
}

/** The keys of proofs. All are published; the newest signs. */
export abstract class ProofKeys {
  abstract readonly all: readonly [SigningKey, ...SigningKey[]];
}

/** The largest page the provider returns (document 1 section 8). */
export const ROWS_PER_PAGE_MAX = 5_000;
export const PAGE_TRIES = 6;
export const RETRY_PAUSE_MS = 2_000;
export const RECHECK_PAUSE_MS = 1_000;
