import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listSegregationRules, listStatutoryChoices, listStatutoryRules } from '@jeongsan/platform-contract';

const cited = `id::int, code, jsonb_build_object('ko', name_ko, 'en', name_en) as name, source, article, standing,
  effective_from as "effectiveFrom", reason, added_by as "addedBy", added_at as "addedAt"`;
export const ruleColumns = `${cited}, start_event as "startEvent", month_end as "monthEnd", days, on_holiday as "onHoliday"`;
export const segregationColumns = `${cited}, rate`;
export const choiceColumns = `id::int, nullif(category, '') as category, rule_code as "ruleCode", effective_from as "effectiveFrom", reason,
  chosen_by as "chosenBy", chosen_at as "chosenAt"`;

type Query = Input<typeof listStatutoryRules>['query'];

async function readById<T extends { id: number }>(db: Executor, columns: string, table: string, query: Query) {
  const limit = pageSize(query.limit);
  const rows = await db.query<T[]>(`select ${columns} from payouts.${table} where id > $1 order by id limit $2`, [
    query.after ?? 0,
    limit + 1,
  ]);
  return pageOf(rows, limit, (row) => row.id.toString());
}

export const readRules = (db: Executor, query: Query): Promise<Output<typeof listStatutoryRules>> =>
  readById(db, ruleColumns, 'statutory_rule', query);
export const readChoices = (db: Executor, query: Query): Promise<Output<typeof listStatutoryChoices>> =>
  readById(db, choiceColumns, 'statutory_choice', query);
export const readSegregationRules = (db: Executor, query: Query): Promise<Output<typeof listSegregationRules>> =>
  readById(db, segregationColumns, 'segregation_rule', query);
