import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { mayDo, type Role } from '@jeongsan/nest-kit';
import {
  type search as contract,
  SEARCH_ITEMS_MAX,
  type SearchItem,
  type SearchKind,
  searchKinds,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { type FoundKind, foundKinds, type Reference } from './found-kinds.js';

const kindOf = (kind: SearchKind): FoundKind => foundKinds[kind];

/** The name of the one parameter in the path of an endpoint. */
const parameterOf = ({ shownBy }: FoundKind): string => /\{(\w+)\}/.exec(shownBy.path)?.[1] ?? '';

/**
 * SQL: the first rows at or after the searched value, in the order of the index; `fits` says which of them begin with it. No LIKE:
 * its wildcards would have to be escaped, and it uses an index only when the database sorts by bytes.
 */
function comparison(reference: Reference): { value: string; where: string; isExact: string; fits: string } {
  if ('uuid' in reference) {
    const where = `${reference.uuid} between :low::uuid and :high::uuid`;
    return { value: reference.uuid, where, isExact: ':low::uuid = :high::uuid', fits: 'true' };
  }
  const value = 'text' in reference ? reference.text : reference.number;
  if ('number' in reference) return { value, where: `${value} = :number::bigint`, isExact: 'true', fits: 'true' };
  return { value, where: `${value} >= :q::text`, isExact: `${value} = :q`, fits: `starts_with(${value}, :q)` };
}

function branch(kind: SearchKind, matched: string, reference: Reference): string {
  const found = kindOf(kind);
  const { value, where, isExact, fits } = comparison(reference);
  const path = Object.entries(found.path ?? { [parameterOf(found)]: found.id });
  const members = path.map(([name, column]) => `'${name}', ${column}`).join(', ');
  return `(select '${kind}' as kind, ${searchKinds.indexOf(kind)} as rank, (${found.id})::text collate "C" as id, ${found.title} as title,
    json_build_object(${members})::text collate "C" as parameters, '${matched}' as matched,
    (${value})::text collate "C" as value, ${isExact} as "isExact", ${fits} as fits,
    (${found.sellerId ?? 'null'})::text as "sellerId", (${found.orderId ?? 'null'})::text as "orderId"
    ${found.from}
   where '${kind}' = any(:kinds::text[]) and ${where}${reference.and === undefined ? '' : ` and ${reference.and}`}
   order by ${value} limit :rows)`;
}

const branches = searchKinds.flatMap((kind) =>
  Object.entries(kindOf(kind).references).map(([matched, reference]) => branch(kind, matched, reference)),
);

/** Each branch reads at most `rows` rows of one index; branches of kinds that the caller may not read are not run. */
export const SEARCH = statement(`
  select kind, id, title, parameters, matched, "isExact", "sellerId", "orderId"
    from (select distinct on (rank, id, parameters) * from (${branches.join('\n union all ')}) every
           where fits order by rank, id, parameters, "isExact" desc, matched) best
   order by "isExact" desc, rank, value, id, parameters limit :rows`);

type Row = Omit<SearchItem, 'path'> & Readonly<{ parameters: string }>;

/** The values of SEARCH for a text and the roles of the caller who searches. */
export function searchedFor(q: string, roles: readonly Role[]) {
  const uuids = uuidsFrom(q);
  return {
    ...{ q, rows: SEARCH_ITEMS_MAX + 1, low: uuids?.low ?? null, high: uuids?.high ?? null },
    number: /^\d{1,18}$/.test(q) ? q : null,
    kinds: searchKinds.filter((kind) => mayDo(roles, kindOf(kind).shownBy.scope)),
  };
}

/** Finds what has the id or reference, or begins with it, among what the roles may read. */
export async function searchAll(
  db: Executor,
  { q }: Input<typeof contract>['query'],
  roles: readonly Role[],
): Promise<Output<typeof contract>> {
  const rows = await SEARCH.rows<Row>(db, searchedFor(q, roles));
  return { items: rows.slice(0, SEARCH_ITEMS_MAX).map(itemOf), more: rows.length > SEARCH_ITEMS_MAX };
}

function itemOf({ parameters, ...found }: Row): SearchItem {
  const values = JSON.parse(parameters) as Readonly<Record<string, string>>;
  const path = kindOf(found.kind).shownBy.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  return { ...found, path };
}

/** The first and the last UUID that begin with a text; null: the text begins none. */
function uuidsFrom(q: string): { low: string; high: string } | null {
  const text = q.toLowerCase();
  const filled = (digit: string): string =>
    text + `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`.slice(text.length).replaceAll('x', digit);
  const low = filled('0');
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(low) ? { low, high: filled('f') } : null;
}
