import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { type getBreak, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { type BreakDecision, decisionColumns } from '../resolve-break/decision-record.js';
import { breakColumns } from './break-columns.js';

export type BreakDetail = Output<typeof getBreak>;

const READ = statement(`
  select ${breakColumns(':now')}, b.evidence,
         coalesce((select jsonb_agg(jsonb_build_object('version', e.version, 'action', e.action, 'from', e.from_state, 'to', e.to_state,
                                      'actor', e.actor, 'reason', e.reason, 'note', e.note, 'before', e.before, 'after', e.after, 'at', e.at)
                                    order by e.version)
                     from reconciliation.break_event e where e.break_id = b.id), '[]') as history
    from reconciliation.break b where b.id = :breakId`);

const DECISIONS = `
  select ${decisionColumns} from reconciliation.break_decision d where d.break_id = $1 order by d.proposed_at, d.id`;

type Row = Omit<BreakDetail, 'history' | 'decisions'> &
  Readonly<{ history: readonly (Omit<BreakDetail['history'][number], 'at'> & { at: string })[] }>;

/** One break with the evidence of both sides and its history. @throws BREAK_NOT_FOUND */
export async function readBreak(db: Executor, breakId: string, now: Date): Promise<BreakDetail> {
  const [row] = await READ.rows<Row>(db, { breakId, now });
  if (!row) throw refuse('BREAK_NOT_FOUND', `There is no break ${breakId}`);
  const decisions = await db.query<BreakDecision[]>(DECISIONS, [breakId]);
  return { ...row, decisions, history: row.history.map((event) => ({ ...event, at: new Date(event.at) })) };
}
