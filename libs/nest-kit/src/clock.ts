/**
 * The platform's clock: injection token and type in one. Decisions take `now` as a parameter; only entry points read the clock.
 */
export abstract class Clock {
  abstract readonly now: () => Date;
}

/** The time of the machine. */
export const systemTime: Clock = { now: () => new Date() };
