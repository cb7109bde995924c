/**
 * What can be done to a process at a failpoint. `kill`: SIGKILL. `throw`: the work fails there. `freeze`: the whole process stands
 * still, as in a long garbage collection or under SIGSTOP. `hang`: this work alone waits, the process goes on. `duplicate`: the
 * same work is delivered a second time and runs beside the first.
 */
export type FailAction = 'kill' | 'throw' | 'freeze' | 'hang' | 'duplicate';

/** What a rehearsal orders: the n-th hit of a failpoint from now on is struck, once. */
export type FailOrder = Readonly<{
  failpoint: string;
  /** 1: the next hit. */
  nth: number;
  action: FailAction;
  /** How long to freeze or hang; how much of a head start a duplicate has. */
  ms: number;
}>;

/** What the process answers: the order is taken, or carried out. Sent before the action, since a killed process says nothing. */
export type FailReport = Readonly<{ failpoint: 'armed' | 'struck'; order: FailOrder }>;
