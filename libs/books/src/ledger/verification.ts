import { canonicalJson, type Json } from '@jeongsan/audit';
import { type Executor, statement } from '@jeongsan/sql';
import { type LedgerPlace } from './ledger-range.js';
import type { LedgerSums, RowSum } from './row-sums.js';

/** What a sound verification saw, up to the end of a seal. The next one compares with it, or goes on from it. */
export type Verified = Readonly<{
  kind: 'FULL' | 'NEW';
  businessDate: string;
  sealId: string;
  lastTxid: string;
  lastPosting: string;
  sums: LedgerSums;
  /** Of the checkpoints of all accounts at that place. */
  totals: RowSum;
  seals: RowSum;
  /** Of the postings that correct a closed month; absent in verifications from before the marks were compared. */
  marks?: RowSum;
  /** The major version of Postgres: another one may hash rows in another way. */
  server: number;
}>;
export type Verification = Readonly<{ id: bigint; hash: string; verified: Verified }>;

const LAST = statement(`select id, hash, content from ledger.verification order by id desc limit :rows`);
const LAST_FULL = statement(`
  select content::jsonb ->> 'businessDate' as date from ledger.verification
   where content::jsonb ->> 'kind' = 'FULL' order by id desc limit :rows`);

export async function lastVerification(tx: Executor): Promise<Verification | null> {
  const [row] = await LAST.rows<{ id: bigint; hash: string; content: string }>(tx, { rows: 1 });
  return row ? { id: row.id, hash: row.hash, verified: JSON.parse(row.content) as Verified } : null;
}

/** The date of the last full verification. */
export async function lastFullDate(tx: Executor): Promise<string | null> {
  const [row] = await LAST_FULL.rows<{ date: string }>(tx, { rows: 1 });
  return row?.date ?? null;
}

const hashAfter = (content: string, previous: string): string =>
  `encode(sha256(convert_to(${previous} || ${content}, 'UTF8')), 'hex')`;
const STORE = statement(`
  insert into ledger.verification (content, hash, verified_at)
  select c.content, ${hashAfter('c.content', `coalesce((select hash from ledger.verification order by id desc limit 1), '')`)}, :now
    from (select :content::text as content) c`);
const BROKEN = statement(`
  select id from (select id, hash, content, coalesce(lag(hash) over (order by id), '') as previous from ledger.verification) v
   where hash <> ${hashAfter('content', 'previous')} order by id limit :rows`);

/** Stores a verification, chained to the one before. */
export async function storeVerification(tx: Executor, verified: Verified, now: Date): Promise<void> {
  await STORE.rows(tx, { content: canonicalJson(verified as unknown as Json), now });
}

/** The first stored verification that was changed, or whose predecessor was. */
export async function brokenVerification(tx: Executor): Promise<bigint | null> {
  const [row] = await BROKEN.rows<{ id: bigint }>(tx, { rows: 1 });
  return row?.id ?? null;
}

export const placeOf = ({ lastTxid, lastPosting }: Verified): LedgerPlace => ({
  txid: lastTxid,
  posting: BigInt(lastPosting),
});

export async function serverVersion(tx: Executor): Promise<number> {
  const [row] = await tx.query<{ version: number }[]>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  return row?.version ?? 0;
}
