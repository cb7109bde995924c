/** Injection token and type in one: the time a process believes in. Decisions take `now` as a parameter; this is where it starts. */
export abstract class Clock {
  abstract readonly now: () => Date;
}

/** The machine's own time. */
export const systemTime: Clock = { now: () => new Date() };
