import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';
import { useReserveColumns } from './reserve-columns.js';

export function ReserveList() {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Page title={t.reserves}>
      <ResourceList
        name="listAllReserves"
        label={t.reserves}
        empty={t.noReserves}
        idOf={({ id }) => id}
        columns={useReserveColumns()}
        filters={[
          { key: 'open', label: l.open, kind: 'yes' },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'due', label: t.dueHolds, kind: 'date' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
          { key: 'minAmount', label: l.least, kind: 'won' },
          { key: 'maxAmount', label: l.most, kind: 'won' },
        ]}
      />
    </Page>
  );
}
