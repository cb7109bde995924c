import type { RunLimit } from '@jeongsan/messaging';

export type { RunLimit };

/** Caps in won, null for no cap, and the rule by which a run counts as a duplicate. */
export type DispatchLimits = Readonly<{
  runCap: bigint | null;
  dayCap: bigint | null;
  /**
   * A run is a duplicate when a run with the same accounts and amounts was sent within this many days; 0 turns the check off.
   */
  duplicateDays: number;
  /** Runs with fewer payouts are never duplicates: one seller may well earn the same amount twice. */
  duplicatePayoutsMin: number;
}>;

/** The amounts already sent, in won, and the limits that a second person let the run pass. */
export type Spent = Readonly<{ run: bigint; day: bigint; passed: ReadonlySet<RunLimit> }>;

/** The halt switch, the limits and the amounts sent, as one decision reads them. */
export interface DispatchControls {
  /** Whether all sending is stopped. When the answer is true, the switch stays locked until the transaction ends. */
  isHalted(): Promise<boolean>;
  /**
   * Id of another run with the same accounts and amounts, sent after `since`; null: none, or a second person let this run pass.
   * Call before the run begins.
   */
  duplicateOf(runId: string, since: Date, payoutsMin: number): Promise<string | null>;
  /**
   * Won sent by this run, and by all runs since `since`. Locks: no other decision freezes batches until this transaction ends.
   */
  spent(runId: string, since: Date): Promise<Spent>;
  /** Records why the run waits and alerts people once per reason; null: the run waits no longer. */
  pause(runId: string, limit: RunLimit | null, now: Date): Promise<void>;
}

/** Thrown when all sending is stopped before the first byte of a batch is sent. */
export class DispatchHalted extends Error {
  override name = 'DispatchHalted';
  constructor(batchId: string) {
    super(`Batch ${batchId} waits: all sending is stopped`);
  }
}

/** The amount in won that the caps still allow, and the narrowest cap. */
export type Room = Readonly<{ left: bigint; limit: RunLimit }>;

export function roomWithin(limits: DispatchLimits, spent: Spent): Room | null {
  const rooms: Room[] = [];
  if (limits.runCap !== null && !spent.passed.has('RUN_CAP'))
    rooms.push({ left: limits.runCap - spent.run, limit: 'RUN_CAP' });
  if (limits.dayCap !== null && !spent.passed.has('DAY_CAP'))
    rooms.push({ left: limits.dayCap - spent.day, limit: 'DAY_CAP' });
  return rooms.reduce<Room | null>((least, room) => (least === null || room.left < least.left ? room : least), null);
}
