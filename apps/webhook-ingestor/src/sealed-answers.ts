import { open, seal } from '@jeongsan/jwe';
import type { IdempotencyVerdict, IdempotentRequest } from '@jeongsan/nest-kit';
import { PgIdempotencyStore } from '@jeongsan/queues';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { DataKeys } from './endpoint-secret.js';

const Sealed = z.object({ sealed: z.string() });

/** Remembers answers under seal: one of this app's answers holds an endpoint's secret, which must not lie in the database in the clear. */
export class SealedAnswers extends PgIdempotencyStore {
  constructor(
    db: DataSource,
    private readonly dataKeys: DataKeys,
    private readonly now: () => Date,
  ) {
    super(db);
  }

  override async begin(asked: IdempotentRequest): Promise<IdempotencyVerdict> {
    const verdict = await super.begin(asked);
    if (verdict.kind !== 'replay') return verdict;
    const { text } = await open(Sealed.parse(verdict.response).sealed, this.dataKeys.keys);
    return { ...verdict, response: JSON.parse(text) as unknown };
  }

  override async finish(asked: IdempotentRequest, status: number, response: unknown): Promise<void> {
    const text = JSON.stringify(response ?? null);
    await super.finish(asked, status, { sealed: await seal(text, this.dataKeys.keys[0], { now: this.now }) });
  }
}
