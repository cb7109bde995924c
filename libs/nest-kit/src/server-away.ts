import type { LoggerService } from '@nestjs/common';
import { Refusal } from '@jeongsan/http-contract';

/** Thrown by our own code when it finds a server unavailable before a request is sent. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}

/** Seconds for the Retry-After header when a server is away: a Postgres restart takes a few seconds. */
export const RETRY_AFTER_SECONDS = 5;

// Connection lost or refused (08, 57P01-57P05), out of resources including a full disk (53), a broken disk (58030), a read-only
// standby (25006).
const SQLSTATES = /^(08...|53...|57P0[1235]|58030|25006)$/;
/** Severities with which Postgres ends a session, whatever the error code. */
const ENDED = new Set(['FATAL', 'PANIC']);
const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
]);
const NAMES = new Set([
  'ServerAway',
  // TypeORM: the connection broke between two statements of one transaction.
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
  'MaxRetriesPerRequestError',
]);
// Error messages of pg and ioredis that come without a code.
const MESSAGES = new RegExp(
  [
    '^Connection terminated',
    '^timeout exceeded when trying to connect$',
    '^Client (has encountered a connection error|was closed) and is not queryable$',
    '^Query read timeout$',
    '^Cannot use a pool after calling end on the pool$',
    '^Driver not Connected$',
    '^Connection is closed\\.$',
    "^Stream isn't writeable and enableOfflineQueue options is false$",
    '^Command timed out$',
    '^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|OOM|MISCONF|NOREPLICAS) ',
  ].join('|'),
);

/**
 * Whether an error means that Postgres or Redis could not be used: away, restarting, full, read-only.
 * A COMMIT that was under way may have succeeded: whoever repeats the work must find out, or must be able to do the work twice.
 * An error whose `cause` is such an error does not count, since that may be the server of another company.
 */
export function isServerAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity, driverError, errors } = error as Shape;
  // Looks into TypeORM's `driverError`, and into the `errors` of an AggregateError (one for each address of a host name).
  if (driverError !== undefined && driverError !== error && isServerAway(driverError)) return true;
  if (Array.isArray(errors) && errors.some(isServerAway)) return true;
  if (NAMES.has(error.name) || ENDED.has(severity ?? '')) return true;
  return code === undefined ? MESSAGES.test(error.message) : NETWORK.has(code) || SQLSTATES.test(code);
}

type Shape = Error & { code?: string; severity?: string; driverError?: unknown; errors?: unknown };

/** The log text of an error: one line for a Refusal and for a server that is away, the stack for any other error. */
export function logTextOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal) return error.message;
  return isServerAway(error) ? reasonOf(error) : (error.stack ?? error.message);
}

function reasonOf(error: Error): string {
  const { code, errors } = error as Shape;
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  return error.message || (first instanceof Error ? first.message : (code ?? error.name));
}

const QUIET_MS = 10_000;

/**
 * Logs an outage once, then every ten seconds the number of failures since: one line for each failed request would fill the
 * log.
 */
export class OutageLog {
  private quietUntil = 0;
  private unsaid = 0;

  constructor(
    private readonly logger: LoggerService,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** `what`: the work that failed, for example `Trace 4bf9`. Errors that are no outage are logged one by one, with stacks. */
  failed(what: string, error: unknown): void {
    if (!isServerAway(error)) return void this.logger.error(`${what} failed`, logTextOf(error));
    if (this.nowMs() < this.quietUntil) {
      this.unsaid += 1;
      return;
    }
    const others = this.unsaid === 0 ? '' : `, and ${this.unsaid} others before it`;
    this.logger.error(`${what} failed${others}: a server is away: ${logTextOf(error)}`);
    this.quietUntil = this.nowMs() + QUIET_MS;
    this.unsaid = 0;
  }
}
