import { randomUUID } from 'node:crypto';
import { authorOf, recordDecision } from '@jeongsan/audit';
import { addDays, businessDateOf } from '@jeongsan/calendar';
import { assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import { refuse, type TermsChangeView } from '@jeongsan/platform-contract';
import { differenceColumns, type LineDifference, type Terms, termsDocument } from '@jeongsan/settlement';
import { bigints, oneRow, statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { requireValid } from '../set-terms/set-terms.js';
import { changeContent, scopeOf } from './change-content.js';
import { changeFacts, changeView, findChange } from './change-record.js';
import { writeSteps } from './changed-lines.js';

const DAYS_BACK = 365;

const PROPOSE = statement(
  `insert into payouts.terms_change (id, seller_id, effective_from, document, is_estimate, state, line_count, :total.columns,
                                     content_hash, proposed_by, proposed_at)
   values (:id, :sellerId, :effectiveFrom, :document, :isEstimate, 'proposed', :lineCount, :total.values, :hash, :by, :now)`,
  { total: oneRow<LineDifference>(bigints(differenceColumns, (total: LineDifference) => total)) },
);

/**
 * Records the effect of new terms on a seller's orders, line by line. Nothing changes before another person approves.
 * @throws TERMS_CHANGE_SECOND_PERSON_REQUIRED for a key, TERMS_INVALID, TERMS_CHANGE_TOO_OLD
 */
export async function proposeChange(
  tx: EntityManager,
  terms: Terms,
  caller: Caller,
  now: Date,
): Promise<TermsChangeView> {
  assertMayAsk(caller, 'termsChange');
  const { sellerId, effectiveFrom, ...body } = terms;
  requireValid(body);
  requireRecent(effectiveFrom, businessDateOf(now));
  const id = randomUUID();
  const scope = scopeOf(terms, now);
  const { total, ...content } = await changeContent(tx, scope, terms, (lines) => writeSteps(tx, id, 0, lines, null));
  await PROPOSE.rows(tx, {
    ...{ id, sellerId, effectiveFrom, document: termsDocument(body), isEstimate: scope.isEstimate },
    ...{ lineCount: content.lineCount, hash: content.hash, by: caller.actor, now, total },
  });
  const change = await findChange(tx, id);
  const decided = { subject: id, ...authorOf(caller), reason: null, before: null, after: changeFacts(change) };
  await recordDecision(tx, { kind: 'terms-change.proposed', ...decided }, now);
  return changeView(change);
}

function requireRecent(effectiveFrom: string, today: string): void {
  const first = addDays(today, -DAYS_BACK);
  if (effectiveFrom >= first) return;
  const detail = `Terms from ${effectiveFrom} are more than ${DAYS_BACK} days back: orders can be adjusted from ${first} on`;
  throw refuse('TERMS_CHANGE_TOO_OLD', detail, { first });
}
