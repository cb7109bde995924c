import { type Executor, transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import { classesForPeople, refuse, type resolveBreak as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { BREAK_DECISION, BREAK_VIEW } from '../read-reconciliation/list-breaks.js';
import { BY_PERSON } from '../report-breaks/report-breaks.js';

type BreakView = Output<typeof contract>;
type Decision = Input<typeof contract>['body'] & Readonly<{ by: Actor; now: Date }>;

const RESOLVE = statement(`
  with decided as (
    insert into reconciliation.break_resolution (break_id, reason, evidence, resolved_by, resolved_at)
    values (:breakId, :reason, :evidence, :by, :now)
  )
  update reconciliation.break set resolved_at = :now, resolution = ${BY_PERSON} where id = :breakId`);

/**
 * Closes a break by a person's decision; no later run opens the break again. Throws BREAK_NOT_FOUND, BREAK_STATE for a closed
 * break, and BREAK_CLOSES_ITSELF for a class whose breaks close when their cause is gone: there, the cause must be corrected.
 */
export async function resolveBreak(db: DataSource, breakId: string, decision: Decision): Promise<BreakView> {
  return transaction(
    db,
    async (tx) => {
      await tx.query('select from reconciliation.break where id = $1 for update', [breakId]);
      const { class: kind, resolvedAt } = await readBreak(tx, breakId);
      if (!isForPeople(kind)) {
        throw refuse(
          'BREAK_CLOSES_ITSELF',
          `A break of class ${kind} is closed by the next run once its cause is gone`,
        );
      }
      if (resolvedAt !== null) throw refuse('BREAK_STATE', `Break ${breakId} is closed already`);
      const { reason, evidence, by, now } = decision;
      await RESOLVE.rows(tx, { breakId, reason, evidence, by, now });
      return readBreak(tx, breakId);
    },
    'resolve-break',
  );
}

const isForPeople = (kind: string): boolean => (classesForPeople as readonly string[]).includes(kind);

async function readBreak(tx: Executor, breakId: string): Promise<BreakView> {
  const [found] = await tx.query<BreakView[]>(
    `select ${BREAK_VIEW} from reconciliation.break b ${BREAK_DECISION} where b.id = $1`,
    [breakId],
  );
  if (!found) throw refuse('BREAK_NOT_FOUND', `There is no break ${breakId}`);
  return found;
}
