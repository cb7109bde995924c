import { OPERATOR, sellers } from '@jeongsan/attack/story';
import type { Page } from 'playwright-core';
import { act } from '../acting.js';
import { follow, goTo } from '../clicking.js';
import type { Journey } from '../journey.js';
import type { Pair } from './pair.js';

/** Approves every run that Today lists. */
export async function approveRuns(page: Page): Promise<void> {
  for (;;) {
    await goTo(page, 'Today');
    // What was read before an approval is shown until it is read again.
    await page.reload();
    const run = page.getByRole('link', { name: 'Run to approve' }).first();
    await page.locator('[data-needs-read="true"]').waitFor();
    if ((await run.count()) === 0) return;
    await run.click();
    await page.waitForURL(/\/runs\//);
    await act(page, 'approveRun');
  }
}

export async function payoutOf(journey: Journey, sellerId: string, state: 'in_transit' | 'failed' | 'paid') {
  const { items } = await journey.world.teller.ask('listPayoutViews', OPERATOR, { query: { sellerId, state } });
  const [payout] = items;
  if (payout?.providerPayoutId == null) throw new Error(`${sellerId} has no payout that is ${state}`);
  return { id: payout.id, atProvider: payout.providerPayoutId };
}

/** The bank refuses one payout and takes the other. */
export async function bounceOne(journey: Journey): Promise<void> {
  const { control } = journey.world.platform.clients;
  const [taken, refused] = [
    await payoutOf(journey, sellers.books, 'in_transit'),
    await payoutOf(journey, sellers.ceramics, 'in_transit'),
  ];
  await control.completePayout({ params: { id: taken.atProvider } });
  const body = { code: 'INVALID_ACCOUNT', message: '입금 불가 계좌' };
  await control.failPayout({ params: { id: refused.atProvider }, body });
  await journey.world.later();
}

/** From the failed payout on Today to another account of the seller, its confirmation by a second person, and a new payout. */
export async function mendBounced(journey: Journey, { operator, approver }: Pair): Promise<void> {
  const { world } = journey;
  const { id } = await payoutOf(journey, sellers.ceramics, 'failed');
  await goTo(operator, 'Today');
  await operator.getByRole('link', { name: 'Failed payouts' }).click();
  await follow(operator, `/payouts/${id}`);
  await operator.getByText('INVALID_ACCOUNT').first().waitFor();
  await follow(operator, `/sellers/${sellers.ceramics}`);
  await operator.locator('a[href*="part=accounts"]').first().click();
  const account = { bankCode: '088', accountNumber: '110987654322', holderName: '박도현' };
  await act(operator, 'changeSellerAccount', account);
  await world.until('an account change that waits for a person', async () => {
    const { items } = await world.teller.ask('listAccountChanges', OPERATOR, { query: { state: 'waiting' } });
    return items[0];
  });
  await goTo(approver, 'Today');
  await approver.getByRole('link', { name: 'Changed bank accounts' }).click();
  await follow(approver, '/account-changes/');
  await act(approver, 'confirmAccountChange', { reason: 'Copy of the bank book seen' });
  await journey.open(operator, `/payouts/${id}`);
  await act(operator, 'reissuePayout', { reason: 'The seller has another account' });
}

/** What was paid anew is paid, and the console says so. */
export async function payAgain(journey: Journey, page: Page): Promise<void> {
  const { world } = journey;
  const { atProvider } = await payoutOf(journey, sellers.ceramics, 'in_transit');
  await world.platform.clients.control.completePayout({ params: { id: atProvider } });
  await world.later();
  const { id } = await payoutOf(journey, sellers.ceramics, 'paid');
  await goTo(page, 'Payouts');
  await follow(page, `/payouts/${id}`);
  await page.locator('h1 + *').getByText('Paid', { exact: true }).waitFor();
}
