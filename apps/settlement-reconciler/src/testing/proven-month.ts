import { createHash } from 'node:crypto';
import { addDays } from '@jeongsan/calendar';
import { signingKey } from '@jeongsan/books';
import { TEST_DATA_KEYS } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { boundsOf } from '../months/month-bounds.js';

/** Signs the proofs of these months. */
export const nightKey = signingKey(TEST_DATA_KEYS);

/** Records every night of a month as done, with a signed proof each; `unproven`: nights whose proof does not hold. */
export async function provenMonth(db: DataSource, month: string, unproven: readonly string[] = []): Promise<void> {
  const { first, next } = boundsOf(month);
  const [last] = await db.query<{ hash: string }[]>('select hash from reconciliation.proof order by id desc limit 1');
  let previous = last?.hash ?? null;
  for (let night = addDays(first, 1); night <= next; night = addDays(night, 1)) {
    const state = unproven.includes(night) ? 'UNPROVEN' : 'PROVEN';
    const document = JSON.stringify({ businessDate: night, previous, state, keyId: nightKey.keyId });
    previous = createHash('sha256').update(document).digest('hex');
    const signed = [
      document,
      previous,
      nightKey.sign(Buffer.from(document)),
      nightKey.keyId,
      JSON.stringify(nightKey.publicKey),
    ];
    await db.query(
      `insert into reconciliation.run (business_date, state, started_at, finished_at) values ($1, 'done', $1::date, $1::date)`,
      [night],
    );
    await db.query(
      `with input as (
         insert into reconciliation.proof_input (business_date, number, content, taken_at) values ($1, 1, '{}', $1::date) returning id
       )
       insert into reconciliation.proof (id, business_date, number, state, document, hash, signature, key_id, public_key, signed_at)
       select id, $1, 1, $2, ($3::text[])[1], ($3::text[])[2], ($3::text[])[3], ($3::text[])[4], ($3::text[])[5], $1::date from input`,
      [night, state, signed],
    );
  }
}
