/**
 * One thing a process needs before it should get work. `check` throws when it is missing; what it returns is shown under
 * `details.<name>` of /health/ready, so it must not hold secrets.
 */
export type Readiness = Readonly<{
  name: string;
  /** The server that the check asks, by which its absence is reported; `name` when absent. */
  server?: string;
  /** True when the process goes on accepting work while the server is away. */
  isSpared?: boolean;
  check: () => Promise<Readonly<Record<string, unknown>>>;
}>;

/** Thrown by a check: its message is shown to whoever asks for readiness. Of any other error only the log tells. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Provider token: any module may provide a list of Readiness under it; /health/ready asks all of them. */
export const READINESS = Symbol('readiness');
