import { OPERATOR, sellers } from '@jeongsan/attack/story';
import { API_PREFIX } from '@jeongsan/platform-contract';
import type { Page } from 'playwright-core';
import { act } from '../acting.js';
import { openWindow } from '../browser.js';
import { follow, goTo } from '../clicking.js';
import type { Journey } from '../journey.js';
import { sumsAgree } from '../sums.js';

const ORDER = 'ORDER-20260526-0004';

/**
 * An order is canceled although its seller has been paid: what the seller owes is explained by that order. Returns the won that the
 * seller owes.
 */
export async function refundAfterPayout(journey: Journey, operator: Page): Promise<bigint> {
  await goTo(operator, 'Orders');
  await follow(operator, `/orders/${ORDER}`);
  await act(operator, 'cancelOrder', { reason: 'The set was incomplete' });
  await journey.world.later();
  const params = { sellerId: sellers.books };
  const { debt } = await journey.world.teller.ask('getSellerPosition', OPERATOR, { params });
  await goTo(operator, 'Sellers');
  await follow(operator, `/sellers/${sellers.books}`);
  await operator.locator('a[href*="part=debt"]').first().click();
  await operator.getByRole('table').locator(`a[href$="/console/orders/${ORDER}"]`).first().waitFor();
  await operator.getByRole('table').locator('a[href*="/console/cancels/"]').first().waitFor();
  await sumsAgree(operator);
  return BigInt(debt);
}

/** The seller sees in words what is deducted and why. Returns what the browser said against the page. */
export async function readAsSeller(journey: Journey): Promise<readonly string[]> {
  const { door, keys, consoleUrl } = journey.world.platform;
  const { origin } = new URL(consoleUrl);
  const made = await fetch(`${door.url}${API_PREFIX}/sellers/${sellers.books}/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.marketApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ lang: 'en' }),
  });
  const { url } = (await made.json()) as { url: string };
  const { page, complaints } = await openWindow(journey.browser, { origins: [origin], language: 'en', width: 360 });
  await page.goto(`${origin}${url}`);
  const money = page.getByRole('table', { name: 'Your money' });
  await money.getByText('To be deducted').waitFor();
  await money.getByText('Refunded to buyers after you were paid').waitFor();
  await sumsAgree(page);
  return complaints;
}
