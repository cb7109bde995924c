import { createHash } from 'node:crypto';
import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { addDifferences, differenceKeys, type LineDifference, NO_DIFFERENCE } from '@jeongsan/settlement';
import type { LineStep } from '../change-terms/changed-lines.js';
import { ruledLines, type RuleScope, sellersInScope } from './ruled-lines.js';

/** The most sellers and lines of one change: all of it is one transaction, which holds the locks of these sellers. */
const SELLERS_MAX = 2_000;
const LINES_MAX = 200_000;

/**
 * What a change moves for one seller. `waitingCount`: further lines, which are adjusted by a follow-up; `since`: what those of them
 * that are paid will move for the seller.
 */
export type SellerContent = Readonly<{
  sellerId: string;
  lineCount: number;
  waitingCount: number;
  since: bigint;
  total: LineDifference;
  hash: string;
}>;

/** Called with each page of a seller's lines: those of the shown content, and those that wait for a follow-up. */
export type EachPage = (sellerId: string, lines: readonly LineStep[], waiting: readonly LineStep[]) => Promise<void>;

/** The sellers of a change. @throws RULE_CHANGE_TOO_WIDE */
export async function sellersOf(tx: Executor, scope: RuleScope): Promise<string[]> {
  const sellerIds = await sellersInScope(tx, scope, SELLERS_MAX + 1);
  if (sellerIds.length > SELLERS_MAX) throw tooWide(`more than ${SELLERS_MAX} sellers`);
  return sellerIds;
}

/**
 * Computes the lines of these sellers. Before the proposal all paid lines count (`shown` false); afterwards the lines that were
 * shown count, and all others wait: they count as canceled whole, so that the next follow-up adjusts them.
 * @throws RULE_CHANGE_TOO_WIDE, LINE_NUMBER_MISSING
 */
export async function ruleChangeContent(
  tx: Executor,
  scope: RuleScope,
  sellerIds: readonly string[],
  { changeIdOf, isProposed }: Readonly<{ changeIdOf: (sellerId: string) => string; isProposed: boolean }>,
  each?: EachPage,
): Promise<SellerContent[]> {
  const contents: SellerContent[] = [];
  let all = 0;
  for (const sellerId of sellerIds) {
    const hash = createHash('sha256');
    let [lineCount, waitingCount, since, total] = [0, 0, 0n, NO_DIFFERENCE];
    for await (const page of ruledLines(tx, scope, sellerId, changeIdOf(sellerId))) {
      const counted = page.filter(({ isShown, isPaid }) => (isProposed ? isShown : isPaid));
      const lines = counted.map(({ step }) => step);
      const others = page.filter((line) => !counted.includes(line));
      const waiting = others.map(({ step }) => waitingStep(step));
      for (const { isPaid, step } of others) if (isPaid) since += step.difference.net;
      for (const line of lines) {
        hash.update(lineText(line));
        total = addDifferences(total, line.difference);
      }
      [lineCount, waitingCount, all] = [lineCount + lines.length, waitingCount + waiting.length, all + page.length];
      if (all > LINES_MAX) throw tooWide(`more than ${LINES_MAX} order lines`);
      await each?.(sellerId, lines, waiting);
    }
    if (lineCount + waitingCount > 0)
      contents.push({ sellerId, lineCount, waitingCount, since, total, hash: hash.digest('hex') });
  }
  return contents;
}

const tooWide = (what: string) =>
  refuse('RULE_CHANGE_TOO_WIDE', `The change concerns ${what}: divide it by category, product or seller`);

const lineText = ({ orderId, lineId, canceled, ruleId, difference }: LineStep): string =>
  `${orderId}|${lineId}|${canceled}|${ruleId}|${differenceKeys.map((key) => difference[key]).join('|')}\n`;

const waitingStep = (step: LineStep): LineStep => ({
  ...step,
  canceled: step.repriced.paid,
  difference: NO_DIFFERENCE,
});

/** The hash that an approval repeats: of what was asked, and of every shown line of every seller. */
export function hashOf(document: string, contents: readonly SellerContent[]): string {
  const hash = createHash('sha256').update(`${document}\n`);
  for (const { sellerId, lineCount, hash: ofLines } of contents)
    if (lineCount > 0) hash.update(`${sellerId}|${lineCount}|${ofLines}\n`);
  return hash.digest('hex');
}
