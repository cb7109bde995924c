/**
 * Actions at a failpoint. `kill`: SIGKILL. `throw`: the work throws. `freeze`: the whole process stands still, as in a long
 * garbage collection or under SIGSTOP. `hang`: only this work waits. `duplicate`: the same work is delivered a second time, and
 * both run at once.
 */
export type FailAction = 'kill' | 'throw' | 'freeze' | 'hang' | 'duplicate';

/** An order of a rehearsal: act once, at the n-th hit of a failpoint from now on. */
export type FailOrder = Readonly<{
  failpoint: string;
  /** 1: the next hit. */
  nth: number;
  action: FailAction;
  /** Milliseconds to freeze or hang; for `duplicate`, the head start of the second delivery. */
  ms: number;
}>;

/**
 * The report of the process: the order was received (`armed`), or is about to be carried out (`struck`). Sent before the
 * action, since a killed process cannot report.
 */
export type FailReport = Readonly<{ failpoint: 'armed' | 'struck'; order: FailOrder }>;
