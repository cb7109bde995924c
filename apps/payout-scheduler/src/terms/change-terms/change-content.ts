import { createHash } from 'node:crypto';
import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import {
  addDifferences,
  differenceKeys,
  type LineDifference,
  NO_DIFFERENCE,
  type Terms,
  termsDocument,
} from '@jeongsan/settlement';
import { changedLines, type ChangeScope, type LineStep } from './changed-lines.js';

/**
 * The amounts that a change of terms moves, with a hash of every line: the approved hash must be the hash of the posted
 * lines.
 */
export type ChangeContent = Readonly<{ lineCount: number; total: LineDifference; hash: string }>;

const ESTIMATE_DAYS = 30;

/**
 * The orders that a change concerns: from its date on. For a future date the orders of the last 30 days serve as an
 * estimate.
 */
export function scopeOf({ sellerId, effectiveFrom }: Terms, now: Date): ChangeScope {
  const today = businessDateOf(now);
  const isEstimate = effectiveFrom > today;
  const from = isEstimate ? addDays(today, -ESTIMATE_DAYS) : effectiveFrom;
  return { sellerId, orderedFrom: instantAt(from, '00:00:00'), isEstimate };
}

/** Computes every line in scope once, in pages; `each` is called with every page. */
export async function changeContent(
  tx: Executor,
  scope: ChangeScope,
  terms: Terms,
  each?: (lines: readonly LineStep[]) => Promise<void>,
): Promise<ChangeContent> {
  const { sellerId, effectiveFrom, ...body } = terms;
  const hash = createHash('sha256').update(`${sellerId}|${effectiveFrom}|${termsDocument(body)}\n`);
  let [lineCount, total] = [0, NO_DIFFERENCE];
  for await (const lines of changedLines(tx, scope, terms)) {
    for (const { orderId, lineId, canceled, difference } of lines) {
      hash.update(`${orderId}|${lineId}|${canceled}|${differenceKeys.map((key) => difference[key]).join('|')}\n`);
      total = addDifferences(total, difference);
    }
    lineCount += lines.length;
    await each?.(lines);
  }
  return { lineCount, total, hash: hash.digest('hex') };
}
