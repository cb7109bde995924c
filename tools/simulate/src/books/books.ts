import type { Claim } from '@jeongsan/payouts';
import type { PayoutEvent, PayoutState } from '@jeongsan/state-machines';
import { Ledger } from './ledger.js';
import type { BatchRow, EventRow, HoldRow, OutboxRow, PayoutRow, RunRow, SellerRow } from './rows.js';

/** The steps of one payout in one transaction: each event with the states before and after. */
export type SeenMove = Readonly<{ payout: PayoutRow; event: PayoutEvent; from: PayoutState; to: PayoutState }>;

/** The changes of one transaction, for observers. */
export class Changes {
  readonly moves: SeenMove[] = [];
  readonly events: EventRow[] = [];
  readonly jobs: OutboxRow[] = [];
  readonly alerts: string[] = [];
  readonly undo: (() => void)[] = [];

  /** True when the transaction wrote anything. */
  get isEmpty(): boolean {
    return this.undo.length === 0;
  }
}

/** The platform's database: rows by id, and transactions one at a time, each whole or not at all. */
export class Books {
  readonly runs = new Map<string, RunRow>();
  readonly payouts = new Map<string, PayoutRow>();
  readonly batches = new Map<string, BatchRow>();
  readonly sellers = new Map<string, SellerRow>();
  readonly holds: HoldRow[] = [];
  readonly outbox: OutboxRow[] = [];
  /** The halt switch: true when all sending is stopped. */
  readonly control = { isHalted: false };
  readonly ledger = new Ledger();
  /** The last sequence number of each payout's events. */
  readonly sequences = new Map<string, number>();
  readonly alerts: string[] = [];
  private ids = 0;

  /** Ids in the form that job data requires, in the order of their creation. */
  newId(): string {
    this.ids += 1;
    return `00000000-0000-4000-8000-${this.ids.toString().padStart(12, '0')}`;
  }

  holdsFence({ batchId, fence }: Pick<Claim, 'batchId' | 'fence'>): boolean {
    const batch = this.batches.get(batchId);
    return batch?.state === 'sending' && batch.fence === fence;
  }

  /** Starts the silence of a sender anew, when it still holds its batch; tells whether it does. `trueNow`: the database's clock. */
  renewClaim(claim: Pick<Claim, 'batchId' | 'fence'>, trueNow: number): boolean {
    const batch = this.batches.get(claim.batchId);
    if (batch === undefined || !this.holdsFence(claim)) return false;
    batch.sentAt = trueNow;
    return true;
  }

  change<T extends object>(row: T, patch: Partial<T>, changes: Changes): void {
    const before: Partial<T> = {};
    for (const key in patch) before[key] = row[key];
    Object.assign(row, patch);
    changes.undo.push(() => Object.assign(row, before));
  }

  insert<T extends { id: string }>(table: Map<string, T>, row: T, changes: Changes): void {
    if (table.has(row.id)) throw new Error(`Duplicate key ${row.id}`);
    table.set(row.id, row);
    changes.undo.push(() => table.delete(row.id));
  }

  append<T>(list: T[], row: T, changes: Changes): void {
    list.push(row);
    changes.undo.push(() => list.splice(list.indexOf(row), 1));
  }

  rollback(changes: Changes): void {
    for (let index = changes.undo.length - 1; index >= 0; index -= 1) changes.undo[index]?.();
  }

  commit(changes: Changes): void {
    this.alerts.push(...changes.alerts);
  }
}
