import { Page } from '../../blocks/page.js';
import { useTexts } from '../../texts/texts.js';
import { PayoutRows } from './payout-rows.js';
import { payoutTexts } from './payouts.texts.js';

/** Payouts, the newest first. */
export function PayoutList() {
  const t = useTexts(payoutTexts);
  return (
    <Page title={t.title}>
      <PayoutRows />
    </Page>
  );
}
