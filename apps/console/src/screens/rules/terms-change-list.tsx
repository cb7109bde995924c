import { Page } from '../../blocks/page.js';
import { useTexts } from '../../texts/texts.js';
import { ruleTexts } from './rules.texts.js';
import { TermsChangeRows } from './terms-change-rows.js';

export function TermsChangeList() {
  const t = useTexts(ruleTexts);
  return (
    <Page title={t.changes}>
      <TermsChangeRows />
    </Page>
  );
}
