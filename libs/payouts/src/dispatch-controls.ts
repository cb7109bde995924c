/** Limits that keep a run from being sent until a second person lets it pass, or, for a day's cap, until the next day. */
export type RunLimit = 'RUN_CAP' | 'DAY_CAP' | 'DUPLICATE_RUN';

/** How much may leave, in won; null: no cap. And what counts as the same run twice. */
export type DispatchLimits = Readonly<{
  runCap: bigint | null;
  dayCap: bigint | null;
  /** A run with the accounts and amounts of one that was sent within this many days is a duplicate; 0: never. */
  duplicateDays: number;
  /** Fewer payouts than this say nothing: one seller may well earn the same twice. */
  duplicatePayoutsMin: number;
}>;

/** What was sent already, and which limits somebody let the run pass. In won. */
export type Spent = Readonly<{ run: bigint; day: bigint; passed: ReadonlySet<RunLimit> }>;

/** What people and limits say about sending, as a decision reads it. */
export interface DispatchControls {
  /** Whether all sending is stopped. Who finds that it is keeps it so until the decision ends. */
  isHalted(): Promise<boolean>;
  /** Another run with the same accounts and amounts, sent since; null: none, or somebody let this one pass. Only before it begins. */
  duplicateOf(runId: string, since: Date, payoutsMin: number): Promise<string | null>;
  /** What this run, and all runs since a moment, have sent. No other decision sends while this one lasts. */
  spent(runId: string, since: Date): Promise<Spent>;
  /** Says why the run waits, once, to people; null: it does not any more. */
  pause(runId: string, limit: RunLimit | null, now: Date): Promise<void>;
}

/** All sending was stopped before the first byte of a batch left. */
export class DispatchHalted extends Error {
  override name = 'DispatchHalted';
  constructor(batchId: string) {
    super(`Batch ${batchId} waits: all sending is stopped`);
  }
}

/** The room that caps leave for a batch, in won, and which of them is the narrowest; null: no cap applies. */
export type Room = Readonly<{ left: bigint; limit: RunLimit }>;

export function roomWithin(limits: DispatchLimits, spent: Spent): Room | null {
  const rooms: Room[] = [];
  if (limits.runCap !== null && !spent.passed.has('RUN_CAP'))
    rooms.push({ left: limits.runCap - spent.run, limit: 'RUN_CAP' });
  if (limits.dayCap !== null && !spent.passed.has('DAY_CAP'))
    rooms.push({ left: limits.dayCap - spent.day, limit: 'DAY_CAP' });
  return rooms.reduce<Room | null>((least, room) => (least === null || room.left < least.left ? room : least), null);
}
