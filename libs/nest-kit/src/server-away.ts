import type { LoggerService } from '@nestjs/common';
import { Refusal } from '@jeongsan/http-contract';

/** Thrown where our own code finds a server away before it asks. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}

/** How long a caller should wait before it repeats a request that met a server that is away: a Postgres restarts in seconds. */
export const RETRY_AFTER_SECONDS = 5;

// Connection lost or refused (08, 57P01-57P05), no resources left, a full disk among them (53), a broken disk, a read-only standby.
const SQLSTATES = /^(08...|53...|57P0[1235]|58030|25006)$/;
/** A session that Postgres ended, whatever the reason. */
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
// What pg and ioredis say without a code.
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
 * Whether Postgres or Redis could not be used: away, restarting, full, read-only. It says nothing of what became of a COMMIT that
 * was under way: whoever repeats the work must find out or be able to do it twice. An error that only names such a one as its cause
 * does not count: that may be another company's server.
 */
export function isServerAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity, driverError, errors } = error as Shape;
  // The error of the driver below TypeORM; every address that a host name stands for.
  if (driverError !== undefined && driverError !== error && isServerAway(driverError)) return true;
  if (Array.isArray(errors) && errors.some(isServerAway)) return true;
  if (NAMES.has(error.name) || ENDED.has(severity ?? '')) return true;
  return code === undefined ? MESSAGES.test(error.message) : NETWORK.has(code) || SQLSTATES.test(code);
}

type Shape = Error & { code?: string; severity?: string; driverError?: unknown; errors?: unknown };

/** What to log of an error: of a refusal and of a server that is away one line, of anything else where it happened. */
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

/** Logs an outage once, and while it lasts every ten seconds how many failures there were: a crowd of requests would fill the log. */
export class OutageLog {
  private quietUntil = 0;
  private unsaid = 0;

  constructor(
    private readonly logger: LoggerService,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** `what`: which work failed, e.g. `Trace 4bf9`. Errors that are no outage are logged with their stacks, each. */
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
