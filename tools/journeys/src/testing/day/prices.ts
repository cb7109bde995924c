import { OPERATOR, sellers } from '@jeongsan/attack/story';
import { act } from '../acting.js';
import { follow, goTo } from '../clicking.js';
import type { Journey } from '../journey.js';
import { sumsAgree } from '../sums.js';
import type { Pair } from './pair.js';

const FROM = '2026-07-01';

/**
 * Terms of a seller are proposed with their effect in view, and a second person approves them from the list of approvals. Returns the
 * charge of the new terms.
 */
export async function changeTerms(journey: Journey, { operator, approver }: Pair) {
  await goTo(operator, 'Sellers');
  await follow(operator, `/sellers/${sellers.ceramics}`);
  await operator.locator('a[href*="part=terms"]').first().click();
  await act(operator, 'proposeTermsChange', { effectiveFrom: FROM, commission: '5%' });
  await operator.waitForURL(/\/terms-changes\//);
  await goTo(approver, 'Approvals');
  await act(approver, 'approveTermsChange');
  const { items } = await journey.world.teller.ask('listTerms', OPERATOR, { params: { sellerId: sellers.ceramics } });
  return items.find(({ effectiveFrom }) => effectiveFrom === FROM)?.commission.charge;
}

/**
 * A category's rate from a past day on: the change lists the sold lines that it moves, before its approval. Returns the charges of the
 * category's rules.
 */
export async function changeRule(journey: Journey, { operator, approver }: Pair) {
  const { world } = journey;
  await goTo(operator, 'Commission rules');
  await act(operator, 'proposeRuleChange', { category: 'books', commission: '3%', effectiveFrom: '2026-05-26' });
  await operator.waitForURL(/\/rule-changes\//);
  await world.later();
  await operator.reload();
  await operator.locator('a[href*="/console/orders/ORDER-20260526-0003"]').first().waitFor();
  await sumsAgree(operator);
  await goTo(approver, 'Approvals');
  await act(approver, 'approveRuleChange');
  await world.later();
  const { items } = await world.teller.ask('listCommissionRules', OPERATOR, { query: { category: 'books' } });
  return items.map(({ commission }) => commission.charge);
}
