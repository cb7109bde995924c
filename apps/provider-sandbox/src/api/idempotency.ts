import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from '@jeongsan/provider-contract';
import { bytea, int, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import { hash } from 'node:crypto';
import type { Sql } from '../database/sql.js';
import { Refused } from './refused.js';

/** An answer in the form in which it is sent. */
export type Answer = Readonly<{ status: number; contentType: string; body: string; traceId: string }>;

const KEPT_DAYS = 15;
const DAY_MS = 86_400_000;

/**
 * The identity of an idempotent request: Idempotency-Key, API key (or access token), URL and method, but not the body.
 */
export function identityOf(request: { key: string; credential: string; url: string; method: string }): Buffer {
  if (request.key.length > IDEMPOTENCY_KEY_CHARACTERS_MAX) throw new Refused('INVALID_IDEMPOTENCY_KEY');
  const parts = [request.key, request.credential, request.url, request.method];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** The stored first answer to a request; undefined if there is none or it has expired. */
export async function firstAnswer(sql: Sql, id: Buffer, now: Date): Promise<Answer | undefined> {
  const [found] = await sql.rows<Answer & { firstUsedAt: Date }>(
    `select status, content_type as "contentType", body, trace_id as "traceId", first_used_at as "firstUsedAt"
     from idempotent_answer where id = $1`,
    [id],
  );
  const isKept = found !== undefined && now.getTime() - found.firstUsedAt.getTime() < KEPT_DAYS * DAY_MS;
  return isKept ? found : undefined;
}

/**
 * Requests in execution, by identity. They are in memory only: one process serves the sandbox, and after a crash no
 * leftover entry refuses a repeated request.
 */
export class RunningRequests {
  private readonly ids = new Set<string>();

  /** Runs the work; throws Refused if a request with the same identity is already running. */
  async alone<T>(id: Buffer, work: () => Promise<T>): Promise<T> {
    const name = id.toString('hex');
    if (this.ids.has(name)) throw new Refused('IDEMPOTENT_REQUEST_PROCESSING');
    this.ids.add(name);
    try {
      return await work();
    } finally {
      this.ids.delete(name);
    }
  }
}

export type KeptAnswer = Readonly<{ id: Buffer; now: Date; answer: Answer }>;

const KEEP = statement(
  `
  insert into idempotent_answer (:kept.columns)
  select * from :kept.unnest
  on conflict (id) do update set first_used_at = excluded.first_used_at, status = excluded.status,
    content_type = excluded.content_type, body = excluded.body, trace_id = excluded.trace_id`,
  {
    kept: manyRows<KeptAnswer>({
      id: bytea(({ id }) => id),
      first_used_at: timestamptz(({ now }) => now),
      status: int(({ answer }) => answer.status),
      content_type: text(({ answer }) => answer.contentType),
      body: text(({ answer }) => answer.body),
      trace_id: text(({ answer }) => answer.traceId),
    }),
  },
);

/**
 * Stores answers in the transaction of their effects, so that no effect can commit without its answer. The statement is
 * not awaited here: the commit waits for it. Identities must be distinct.
 */
export function keepAnswers(tx: Sql, kept: readonly KeptAnswer[]): void {
  if (kept.length === 0) return;
  void KEEP.rows(tx, { kept });
}
