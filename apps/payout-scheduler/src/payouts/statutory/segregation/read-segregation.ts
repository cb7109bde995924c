import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listSegregation } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { cursorOf, partsOf } from '../cursor.js';

const DAYS = statement(`
  select business_date as "businessDate", rule_code as "ruleCode", rate, base, required, available, pending, covered,
         greatest(0, required - available - pending) as missing, taken_at as "takenAt"
    from payouts.segregation_day
   where (business_date, rule_code) < (:beforeDate::date, :beforeRule) and (:rule::text is null or rule_code = :rule)
   order by business_date desc, rule_code desc limit :rows`);

/** The amounts to keep apart, newest date first. */
export async function readSegregation(
  db: Executor,
  query: Input<typeof listSegregation>['query'],
): Promise<Output<typeof listSegregation>> {
  const limit = pageSize(query.limit);
  const [beforeDate = '2999-12-31', beforeRule = ''] = partsOf(query.after, 2);
  const rows = await DAYS.rows<Output<typeof listSegregation>['items'][number]>(db, {
    beforeDate,
    beforeRule,
    rule: query.ruleCode ?? null,
    rows: limit + 1,
  });
  return pageOf(rows, limit, (row) => cursorOf([row.businessDate, row.ruleCode]));
}
