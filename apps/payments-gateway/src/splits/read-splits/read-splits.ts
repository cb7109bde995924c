import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { refuse, type getProductSplit, type listSplits } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { namedSplit, SPLIT_COLUMNS, splitVersions, type SplitFor, type SplitRow } from '../split-record.js';

const VERSIONS_MAX = 101;

/** The split that applies from now on, and those before it. @throws SPLIT_NOT_FOUND */
export async function readSplit(db: Executor, of: SplitFor): Promise<Output<typeof getProductSplit>> {
  const [current, ...earlier] = await splitVersions(db, of, VERSIONS_MAX);
  if (!current) throw refuse('SPLIT_NOT_FOUND', `No split is named for ${of.kind} ${of.key}`);
  return { current, earlier };
}

const LIST = statement(`
  select distinct on (kind, key) ${SPLIT_COLUMNS} from gateway.split
   where (:kind::text is null or kind = :kind) and (kind, key) > (:afterKind, :afterKey)
   order by kind, key, version desc limit :rows`);

/** The newest split of each product and service, by kind and key. @throws CURSOR_INVALID */
export async function readSplits(
  db: Executor,
  query: Input<typeof listSplits>['query'],
): Promise<Output<typeof listSplits>> {
  const limit = pageSize(query.limit);
  const [, afterKind, afterKey] = /^(product|ars)\/(.*)$/.exec(query.after ?? 'ars/') ?? [];
  if (afterKind === undefined || afterKey === undefined) {
    throw refuse('CURSOR_INVALID', 'The cursor is none that an earlier page gave: start again without one');
  }
  const isFirst = query.after === undefined;
  const rows = await LIST.rows<SplitRow>(db, {
    kind: query.kind ?? null,
    afterKind: isFirst ? '' : afterKind,
    afterKey,
    rows: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ kind, key }) => `${kind}/${key}`);
  return { items: items.map(namedSplit), nextCursor };
}
