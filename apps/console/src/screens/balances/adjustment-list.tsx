import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { labels } from '../../texts/labels.js';
import { adjustmentWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { useAdjustmentColumns } from './adjustment-columns.js';
import { balanceTexts } from './balances.texts.js';

export function AdjustmentList() {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Page title={t.adjustments}>
      <ResourceList
        name="listAdjustments"
        label={t.adjustments}
        empty={t.noAdjustments}
        idOf={({ id }) => id}
        columns={useAdjustmentColumns()}
        filters={[
          { key: 'state', label: l.state, kind: 'choice', words: adjustmentWords },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
