import type { Json } from '@jeongsan/audit';
import type { Executor } from '@jeongsan/database';
import type { Actor } from '@jeongsan/nest-kit';
import { refuse, type TermsChangeView } from '@jeongsan/platform-contract';
import {
  differenceColumns,
  differenceKeys,
  type LineDifference,
  readTermsDocument,
  recordOf,
  type TermsBody,
  termsDocument,
} from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';
import { neededBy } from '../set-terms/set-terms.js';

/** Columns of a change of terms. */
export const changeColumns = `id, seller_id as "sellerId", effective_from as "effectiveFrom", state, is_estimate as "isEstimate",
  line_count as "lineCount", ${selected(differenceColumns, (column) => column)},
  content_hash as "contentHash", proposed_by as "proposedBy", proposed_at as "proposedAt", decided_by as "decidedBy",
  decided_at as "decidedAt", document`;

export type ChangeRecord = TermsChangeView & Readonly<{ terms: TermsBody; proposedBy: Actor }>;
export type ChangeRow = Omit<ChangeRecord, 'total' | 'terms' | 'numbersNeeded'> &
  LineDifference & { document: unknown };

/** Reads changes of terms, without those that a change of a commission rule posts for a seller; `where` is the SQL after `where`, with order and lock. */
export async function selectChanges(db: Executor, where: string, parameters: unknown[]): Promise<ChangeRecord[]> {
  const sql = `select ${changeColumns} from payouts.terms_change where rule_change_id is null and ${where}`;
  return (await db.query<ChangeRow[]>(sql, parameters)).map(changeOf);
}

/** A change of terms, from its row. */
export function changeOf({ document, ...row }: ChangeRow): ChangeRecord {
  const terms = readTermsDocument(document);
  const total = recordOf(differenceKeys, (key) => row[key]);
  return { ...withoutTotal(row), total, terms, numbersNeeded: neededBy(terms) };
}

const ofTotal: ReadonlySet<string> = new Set(differenceKeys);
const withoutTotal = <R extends LineDifference>(row: R): Omit<R, keyof LineDifference> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ofTotal.has(name))) as Omit<R, keyof LineDifference>;

/** Reads one change of terms. @throws TERMS_CHANGE_NOT_FOUND */
export async function findChange(db: Executor, id: string, lock: '' | 'for update' = ''): Promise<ChangeRecord> {
  const [change] = await selectChanges(db, `id = $1 ${lock}`, [id]);
  if (!change) throw refuse('TERMS_CHANGE_NOT_FOUND', `There is no change of terms ${id}`);
  return change;
}

/** What the audit trail keeps of a change. */
export const changeFacts = (change: ChangeRecord) => {
  const { sellerId, effectiveFrom, lineCount, total, contentHash, state, terms } = change;
  return {
    ...{ sellerId, effectiveFrom, lineCount, net: total.net, contentHash, state },
    terms: termsDocument(terms) as Json,
  };
};

export const changeView = ({ terms: _terms, ...view }: ChangeRecord): TermsChangeView => view;
