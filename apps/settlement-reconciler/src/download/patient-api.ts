import { setTimeout as sleep } from 'node:timers/promises';
import { CallError, type CallOptions, type ReplyHead } from '@jeongsan/http-contract';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import type { Settings } from '../settings.js';
import type { Download } from './one-download.js';

/** Document 1 section 4: a page "takes up to 60 seconds", and a page that takes exactly as long is waited for. */
export const ANSWER_MS = 90_000;
/** The longest pause between two tries, and the longest Retry-After that is waited for: a longer one is left to the job's next try. */
const PAUSE_MS_MAX = 300_000;
/** An account that was not asked for a while may be asked so many seconds' worth of pages at once. */
const BURST_SECONDS = 10;

type Listings = Pick<ProviderApi, 'listTransactions' | 'listSettlements'>;
type Waiting = 'rate limit' | 'own limit' | 'provider';

/**
 * The provider's listings, asked no faster than the account's pace, and asked again after an answer that says to wait, is
 * broken, or does not come. The download's row says what is waited for.
 */
export function patientApi(
  db: DataSource,
  api: Listings,
  it: Download,
  settings: Settings,
  signal: AbortSignal,
): Listings {
  const asked = async <O>(call: (own: CallOptions) => Promise<O>): Promise<O> => {
    for (let tries = 1; ; tries += 1) {
      const ownMs = await takeTurn(db, it.account, settings.pagesPerMinute);
      if (ownMs > 0) await pause(db, it, 'own limit', ownMs, signal);
      let head: ReplyHead | undefined;
      const onReply = (reply: ReplyHead) => void (head = reply);
      try {
        return await call({ timeoutMs: ANSWER_MS, signal, onReply });
      } catch (error) {
        const wait = waitAfter(error, head, settings.retryPauseMs * 2 ** (tries - 1));
        if (!wait || tries >= settings.pageTries || signal.aborted) throw error;
        if (wait.for === 'rate limit') await holdAccount(db, it.account, wait.ms);
        await pause(db, it, wait.for, wait.ms, signal);
      }
    }
  };
  return {
    listTransactions: (input, read, options) =>
      asked((own) => api.listTransactions(input, read, { ...options, ...own })),
    listSettlements: (input, read, options) => asked((own) => api.listSettlements(input, read, { ...options, ...own })),
  };
}

/** Undefined: trying again would not help. */
function waitAfter(
  error: unknown,
  head: ReplyHead | undefined,
  pauseMs: number,
): Readonly<{ for: Waiting; ms: number }> | undefined {
  if (!(error instanceof CallError) || error.outcome === 'rejected' || error.code === 'ABORTED') return undefined;
  const isAnswered = error.status > 0 && error.status < 500 && error.status !== 429;
  if (isAnswered && error.code !== 'CONTRACT_DRIFT') return undefined;
  const ms = Math.max(retryAfterMs(head), Math.min(pauseMs, PAUSE_MS_MAX));
  return ms > PAUSE_MS_MAX ? undefined : { for: error.status === 429 ? 'rate limit' : 'provider', ms };
}

/** Retry-After in seconds or as a date (RFC 9110 section 10.2.3). */
function retryAfterMs(head: ReplyHead | undefined): number {
  const text = head?.headers['retry-after'] ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now());
}

// ASSUMED: the provider names no limit of requests, so the pace is a setting, and an answer 429 holds the account for its Retry-After.
/**
 * Takes the account's next turn, and returns the milliseconds until it. The row of the account is the turn of all processes:
 * each turn comes a fixed time after the one before, or at once when the account was not asked for BURST_SECONDS.
 */
async function takeTurn(db: DataSource, account: string, pagesPerMinute: number): Promise<number> {
  const gap = 60 / pagesPerMinute;
  const [row] = await db.query<{ ms: number }[]>(
    `insert into reconciliation.reading_pace as p (account, next_at)
     values ($1, clock_timestamp() - make_interval(secs => $3) + make_interval(secs => $2))
     on conflict (account) do update
        set next_at = greatest(p.next_at, clock_timestamp() - make_interval(secs => $3)) + make_interval(secs => $2)
     returning extract(epoch from next_at - make_interval(secs => $2) - clock_timestamp())::float8 * 1000 as ms`,
    [account, gap, BURST_SECONDS],
  );
  return Math.max(0, Math.ceil(row?.ms ?? 0));
}

/** No process asks for a page of the account before the time that the provider named. */
async function holdAccount(db: DataSource, account: string, ms: number): Promise<void> {
  await db.query(
    `update reconciliation.reading_pace set next_at = greatest(next_at, clock_timestamp() + make_interval(secs => $2)) where account = $1`,
    [account, ms / 1_000],
  );
}

async function pause(db: DataSource, it: Download, what: Waiting, ms: number, signal: AbortSignal): Promise<void> {
  await db.query(
    `update reconciliation.download set waiting_for = $2, waiting_until = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and not done`,
    [it.id, what, ms / 1_000],
  );
  await sleep(ms, undefined, { signal });
}
