import type { RuleVersion } from '@jeongsan/books';
import type { Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { Seen } from '../report-breaks/report-breaks.js';

/** SQL: the hash of a version's contents, one part a line. Null parts are written as `-`. */
const hashOf = (...parts: string[]): string =>
  `encode(sha256(convert_to(concat_ws(E'\\n', ${parts.map((part) => `coalesce((${part})::text, '-')`).join(', ')}), 'UTF8')), 'hex')`;
const seconds = (column: string): string => `extract(epoch from v.${column})::bigint`;
const level = (name: string): string[] => [`v.${name}_amount`, seconds(`${name}_age`), seconds(`${name}_due`)];

const feeLines = `
  select string_agg(concat_ws(' ', l.method, l.currency, coalesce(l.rate::text, '-'), coalesce(l.fixed::text, '-'), l.rounding, l.vat_mode),
                    E'\\n' order by l.method collate "C", l.currency collate "C")
    from reconciliation.fee_line l where l.table_id = v.id`;

type View = Readonly<{ kind: RuleVersion['kind']; table: string; of: string; hash: string }>;
const views: readonly View[] = [
  {
    ...{ kind: 'matching-rule', table: 'rule', of: 'v.class' },
    hash: hashOf('v.class', 'v.tolerance', 'v.days', 'v.effective_from'),
  },
  {
    ...{ kind: 'fee-table', table: 'fee_table', of: 'v.account' },
    hash: hashOf('v.account', 'v.effective_from', feeLines),
  },
  {
    ...{ kind: 'severity-rule', table: 'severity_rule', of: `''` },
    hash: hashOf(...['critical', 'high', 'medium'].flatMap(level), seconds('low_due'), 'v.effective_from'),
  },
];

const VERSIONS = statement(
  views
    .map(
      ({ kind, table, of, hash }) => `
  select '${kind}' as kind, v.id::text as id, ${of} as of, v.effective_from::text as "effectiveFrom", ${hash} as hash
    from reconciliation.${table} v where v.state = 'active' and v.id = any(:ids::uuid[])`,
    )
    .join(' union all ') + ` order by kind, of, "effectiveFrom", id`,
);

/** The versions of rules with these ids, as they are now. */
export const ruleVersions = (tx: Executor, ids: readonly string[]): Promise<RuleVersion[]> =>
  VERSIONS.rows<RuleVersion>(tx, { ids });

const MATCHED_BY = statement(`
  select i.id from reconciliation.run r, jsonb_array_elements_text((r.matched_by -> 'rules') || (r.matched_by -> 'feeTables')) as i(id)
   where r.business_date = :businessDate
  union all
  (select v.id::text from reconciliation.severity_rule v
    where v.state = 'active' and v.decided_at <= :now and v.effective_from <= (:now::timestamptz at time zone 'Asia/Seoul')::date
    order by v.effective_from desc limit 1)`);

/** The versions that the run of a date was matched by, and the severities in force for breaks that open at `now`. */
export async function versionsMatchedBy(tx: Executor, { businessDate, now }: Seen): Promise<RuleVersion[]> {
  const rows = await MATCHED_BY.rows<{ id: string }>(tx, { businessDate, now });
  return ruleVersions(
    tx,
    rows.map(({ id }) => id),
  );
}
