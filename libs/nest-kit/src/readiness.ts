/**
 * A condition for a process to receive work. `check` throws when the condition is not met. Its result is shown under
 * `details.<name>` of /health/ready, so it must not contain secrets.
 */
export type Readiness = Readonly<{
  name: string;
  /** The server that the check asks: /health/ready reports an outage under this name. Default: `name`. */
  server?: string;
  /** True when the process accepts work while the server is away: reported as `degraded` instead of `down`. */
  isSpared?: boolean;
  check: () => Promise<Readonly<Record<string, unknown>>>;
}>;

/** Thrown by a check to show a reason in /health/ready. The message of any other error is only logged. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Provider token for lists of Readiness: /health/ready runs the checks of all modules. */
export const READINESS = Symbol('readiness');
