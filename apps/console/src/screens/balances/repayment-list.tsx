import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';
import { useRepaymentColumns } from './repayment-columns.js';

export function RepaymentList() {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Page title={t.repayments}>
      <ResourceList
        name="listRepayments"
        label={t.repayments}
        empty={t.noRepayments}
        idOf={({ id }) => id}
        columns={useRepaymentColumns()}
        filters={[
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'text', label: t.bankReference, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
          { key: 'minAmount', label: l.least, kind: 'won' },
          { key: 'maxAmount', label: l.most, kind: 'won' },
        ]}
      />
    </Page>
  );
}
