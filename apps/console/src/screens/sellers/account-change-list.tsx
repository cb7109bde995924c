import { Page } from '../../blocks/page.js';
import { useTexts } from '../../texts/texts.js';
import { AccountChangeRows } from './account-change-rows.js';
import { sellerTexts } from './sellers.texts.js';

export function AccountChangeList() {
  const t = useTexts(sellerTexts);
  return (
    <Page title={t.accountChanges}>
      <AccountChangeRows />
    </Page>
  );
}
