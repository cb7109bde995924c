import { createHash } from 'node:crypto';
import type { Sql } from '../database/sql.js';
import { Refused } from './refused.js';

/** An answer as it goes out. */
export type Answer = Readonly<{ status: number; contentType: string; body: string; traceId: string }>;

const KEY_CHARACTERS_MAX = 300;
const KEPT_DAYS = 15;
const DAY_MS = 86_400_000;

/** The identity of a request: key, API key, URL and method. Its body is no part of it. */
export function identityOf(request: { key: string; secretKey: string; url: string; method: string }): Buffer {
  if (request.key.length > KEY_CHARACTERS_MAX) throw new Refused('INVALID_IDEMPOTENCY_KEY');
  const parts = [request.key, request.secretKey, request.url, request.method];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/**
 * The first answer to this request, if there was one. Otherwise the request is ours until the transaction ends: a second one
 * meanwhile is refused. The claim is a lock of the transaction, so that a crash cannot leave it behind.
 */
export async function firstAnswer(tx: Sql, id: Buffer, now: Date): Promise<Answer | undefined> {
  const [claim] = await tx.rows<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1) as "isOurs"', [
    id.readBigInt64BE(0),
  ]);
  if (!claim?.isOurs) throw new Refused('IDEMPOTENT_REQUEST_PROCESSING');
  const [found] = await tx.rows<Answer & { firstUsedAt: Date }>(
    `select status, content_type as "contentType", body, trace_id as "traceId", first_used_at as "firstUsedAt"
     from idempotent_answer where id = $1`,
    [id],
  );
  const isKept = found !== undefined && now.getTime() - found.firstUsedAt.getTime() < KEPT_DAYS * DAY_MS;
  return isKept ? found : undefined;
}

/** Keeps the answer, in the transaction of the effect: an effect without an answer cannot exist. */
export async function keepAnswer(tx: Sql, id: Buffer, now: Date, answer: Answer): Promise<void> {
  await tx.rows(
    `insert into idempotent_answer (id, first_used_at, status, content_type, body, trace_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set first_used_at = excluded.first_used_at, status = excluded.status,
       content_type = excluded.content_type, body = excluded.body, trace_id = excluded.trace_id`,
    [id, now, answer.status, answer.contentType, answer.body, answer.traceId],
  );
}
