import { type DataSeal, isDataSealed } from '@jeongsan/jwe';
import { IdempotencyStore, type IdempotencyVerdict, type IdempotentRequest } from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';

// A request that has not finished within this time belongs to a crashed process: requests take seconds.
const TAKE_OVER_AFTER = '60 seconds';

type Row = { request: string; body_hash: string; status: number | null; response: unknown };

const CLAIM = statement(`
  insert into messaging.idempotency as kept (caller, key, request, body_hash) values (:caller, :key, :request, :bodyHash)
  on conflict (caller, key) do update set started_at = clock_timestamp()
    where kept.status is null and kept.started_at < clock_timestamp() - :takeOverAfter::interval
      and kept.request = excluded.request and kept.body_hash = excluded.body_hash
  returning key`);

/**
 * Stores answers in Postgres, so that any replica can repeat them. Encrypted, since answers contain personal data, and one
 * contains an endpoint's secret.
 */
export class PgIdempotencyStore extends IdempotencyStore {
  constructor(
    private readonly db: DataSource,
    private readonly seal: DataSeal,
  ) {
    super();
  }

  override async begin(asked: IdempotentRequest): Promise<IdempotencyVerdict> {
    const claimed = await CLAIM.rows(this.db, {
      caller: asked.caller,
      key: asked.key,
      request: asked.request,
      bodyHash: asked.bodyHash,
      takeOverAfter: TAKE_OVER_AFTER,
    });
    if (claimed.length > 0) return { kind: 'new' };
    // The key was freed between the two statements: the caller may try again at once.
    return (await this.find(asked)) ?? { kind: 'running' };
  }

  override async find(asked: IdempotentRequest): Promise<IdempotencyVerdict | undefined> {
    const [row] = await this.db.query<Row[]>(
      'select request, body_hash, status, response from messaging.idempotency where caller = $1 and key = $2',
      [asked.caller, asked.key],
    );
    if (!row) return undefined;
    if (row.request !== asked.request || row.body_hash !== asked.bodyHash) return { kind: 'conflict' };
    if (row.status === null) return { kind: 'running' };
    return { kind: 'replay', status: row.status, response: this.opened(asked, row.response) };
  }

  override async finish(asked: IdempotentRequest, status: number, response: unknown): Promise<void> {
    await this.db.query(
      'update messaging.idempotency set status = $3, response = $4 where caller = $1 and key = $2 and status is null',
      [asked.caller, asked.key, status, JSON.stringify(this.seal.seal(of(asked), JSON.stringify(response ?? null)))],
    );
  }

  override async abandon(asked: IdempotentRequest): Promise<void> {
    await this.db.query('delete from messaging.idempotency where caller = $1 and key = $2 and status is null', [
      asked.caller,
      asked.key,
    ]);
  }

  private opened(asked: IdempotentRequest, stored: unknown): unknown {
    // Answers that an earlier release stored are not encrypted; all of them expire after fifteen days.
    if (typeof stored !== 'string' || !isDataSealed(stored)) return stored;
    return JSON.parse(this.seal.open(of(asked), stored)) as unknown;
  }
}

const of = ({ caller, key }: IdempotentRequest): string => `messaging.idempotency.response/${caller}/${key}`;
