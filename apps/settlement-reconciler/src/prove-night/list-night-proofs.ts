import { pageSize } from '@jeongsan/database';
import type { ProofDocument } from '@jeongsan/books';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listNightProofs as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';

type Summary = Output<typeof contract>['items'][number];
type Row = { id: bigint; document: string; hash: string; key_id: string };

const PAGE = statement(`
  select id, document, hash, key_id from reconciliation.proof
   where (:after::bigint is null or id < :after::bigint) and (:state::text is null or state = :state)
     and (:from::date is null or business_date >= :from) and (:to::date is null or business_date <= :to)
   order by id desc limit :most`);

/** Proofs, newest first. The cursor is the id of the last proof of the previous page. */
export async function listNightProofs(
  db: DataSource,
  query: Input<typeof contract>['query'],
): Promise<Output<typeof contract>> {
  const size = pageSize(query.limit);
  const { after = null, state = null, from = null, to = null } = query;
  const rows = await PAGE.rows<Row>(db, { after, state, from, to, most: size + 1 });
  const { items, nextCursor } = pageOf(rows, size, ({ id }) => String(id));
  return { items: items.map(summaryOf), nextCursor };
}

function summaryOf({ document, hash, key_id: keyId }: Row): Summary {
  const { businessDate, number, state, takenAt, equations } = JSON.parse(document) as ProofDocument;
  const having = (verdict: string) => equations.filter((one) => one.verdict === verdict).length;
  const counts = { equations: equations.length, differing: having('DIFFERS'), excepted: having('EXCEPTED') };
  return { businessDate, number, state, takenAt: new Date(takenAt), ...counts, hash, keyId };
}
