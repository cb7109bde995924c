import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Author, authorOf, type Json, recordDecision } from '@jeongsan/audit';
import { enqueue, transaction, type Executor } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import { refuse, type nameProductSplit } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { Gateway } from '../../gateway.js';
import { requireStorable } from '../../outcome.js';
import {
  splitDocument,
  splitVersions,
  storedKey,
  type NamedSplit,
  type SplitFor,
  type SplitTerms,
} from '../split-record.js';

type Asked = Input<typeof nameProductSplit>['body'];

const ATTEMPTS_MAX = 5;

/**
 * Names how sales of a product, or payments of an ARS service, are split from now on; payments that wait get their order from
 * the split too, by a job. The lines that apply already, named again, change nothing.
 * @throws SELLER_UNKNOWN
 */
export async function nameSplit(
  { db, now }: Pick<Gateway, 'db' | 'now'>,
  of: SplitFor,
  { reason, ...terms }: Asked,
  author: Author,
): Promise<NamedSplit> {
  requireStorable(reason, terms.orderName ?? '', ...terms.lines.map(({ category }) => category));
  await requireSellers(db, terms);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const [current] = await splitVersions(db, of, 1);
    if (current && isSame(current, terms)) return current;
    const version = (current?.version ?? 0) + 1;
    await transaction(db, async (tx) => {
      const splitId = randomUUID();
      const row = { ...of, key: storedKey(of), version, reason, by: author.actor, now: now(), splitId };
      const document = splitDocument(terms);
      const inserted = await INSERT.rows(tx, { ...row, document });
      if (inserted.length === 0) return;
      await enqueue(tx, 'split.apply', { splitId }, row.now);
      const before = current ? splitFacts(current.version, splitDocument(current)) : null;
      const facts = { before, after: splitFacts(version, document) };
      const subject = `${of.kind}/${of.key}`;
      await recordDecision(tx, { kind: 'split.named', subject, ...authorOf(author), reason, ...facts }, row.now);
    });
    // Read again also after a conflict: another caller may have named the same lines, or others, at the same moment.
  }
  throw new Error(`The split of ${of.kind} ${of.key} was named anew ${ATTEMPTS_MAX} times meanwhile`);
}

const INSERT = statement(`
  insert into gateway.split (id, kind, key, version, document, reason, named_at, named_by)
  values (:splitId, :kind, :key, :version, :document::jsonb, :reason, :now, :by)
  on conflict (kind, key, version) do nothing returning id`);

const splitFacts = (version: number, document: string) => ({ version, split: JSON.parse(document) as Json });

/** Compared as they are stored: the order of members, and absent members, do not matter. */
const isSame = (current: NamedSplit, terms: SplitTerms): boolean =>
  isDeepStrictEqual(JSON.parse(splitDocument(current)), JSON.parse(splitDocument(terms)));

async function requireSellers(db: Executor, { lines, delivery }: SplitTerms): Promise<void> {
  const sellerIds = [...lines, ...(delivery ? [delivery] : [])].map(({ sellerId }) => sellerId);
  const [unknown] = await db.query<{ id: string }[]>(
    `select id from unnest($1::text[]) as id where not exists (select from onboarding.seller s where s.seller_id = id) limit 1`,
    [sellerIds],
  );
  if (unknown) throw refuse('SELLER_UNKNOWN', `Seller ${unknown.id} was never onboarded`, { sellerId: unknown.id });
}
