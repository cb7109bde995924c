import type { ProofDocument } from '@jeongsan/books';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listNightProofs as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { pageSize } from '../read-reconciliation/page-size.js';

type Summary = Output<typeof contract>['items'][number];
type Row = { id: bigint; document: string; hash: string; key_id: string };

const PAGE = statement(`
  select id, document, hash, key_id from reconciliation.proof where :after::bigint is null or id < :after::bigint order by id desc limit :most`);

/** Proofs, newest first. The cursor is the id of the last proof of the previous page. */
export async function listNightProofs(
  db: DataSource,
  { after, limit }: Input<typeof contract>['query'],
): Promise<Output<typeof contract>> {
  const size = pageSize(limit);
  const rows = await PAGE.rows<Row>(db, { after: after ?? null, most: size + 1 });
  const { items, nextCursor } = pageOf(rows, size, ({ id }) => String(id));
  return { items: items.map(summaryOf), nextCursor };
}

function summaryOf({ document, hash, key_id: keyId }: Row): Summary {
  const { businessDate, number, state, takenAt, equations } = JSON.parse(document) as ProofDocument;
  const having = (verdict: string) => equations.filter((one) => one.verdict === verdict).length;
  const counts = { equations: equations.length, differing: having('DIFFERS'), excepted: having('EXCEPTED') };
  return { businessDate, number, state, takenAt: new Date(takenAt), ...counts, hash, keyId };
}
