/**
 * The platform's clock: injection token and type in one. Decisions take `now` as a parameter; only entry points read the clock.
 */
export abstract class Clock {
  abstract readonly now: () => Date;
  /** Calls the listener after each jump of a controlled clock, which ends waits for a time early. Absent: the clock never jumps. */
  readonly onJump?: (listener: () => void) => void;
}

/** The time of the machine. */
export const systemTime: Clock = { now: () => new Date() };
