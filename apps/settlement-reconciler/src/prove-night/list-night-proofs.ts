import { pageSize } from '@jeongsan/database';
import { readDocument, sha256 } from '@jeongsan/books';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listNightProofs as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';

type Summary = Output<typeof contract>['items'][number];
type Row = {
  id: bigint;
  business_date: string;
  number: number;
  document: string;
  hash: string;
  key_id: string;
  signed_at: Date;
};

const PAGE = statement(`
  select id, business_date, number, document, hash, key_id, signed_at from reconciliation.proof
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

function summaryOf({ document: text, hash, key_id: keyId, ...row }: Row): Summary {
  const document = sha256(Buffer.from(text)) === hash ? readDocument(text) : null;
  if (!document) {
    // A write past the trigger of the table: no reason to hide the other proofs of the page.
    const { business_date: businessDate, number, signed_at: takenAt } = row;
    return { businessDate, number, state: 'CHANGED', takenAt, equations: 0, differing: 0, excepted: 0, hash, keyId };
  }
  const { businessDate, number, state, takenAt, equations } = document;
  const having = (verdict: string) => equations.filter((one) => one.verdict === verdict).length;
  const counts = { equations: equations.length, differing: having('DIFFERS'), excepted: having('EXCEPTED') };
  return { businessDate, number, state, takenAt: new Date(takenAt), ...counts, hash, keyId };
}
