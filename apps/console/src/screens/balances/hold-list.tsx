import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { labels } from '../../texts/labels.js';
import { holdScopeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';
import { useHoldColumns } from './hold-columns.js';

export function HoldList() {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Page title={t.holds}>
      <ResourceList
        name="listHolds"
        label={t.holds}
        empty={t.noHolds}
        idOf={({ id }) => id}
        columns={useHoldColumns()}
        filters={[
          { key: 'open', label: t.isOpen, kind: 'yes' },
          { key: 'scope', label: t.scope, kind: 'choice', words: holdScopeWords },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'orderId', label: l.order, kind: 'text' },
          { key: 'reason', label: l.reason, kind: 'text' },
          { key: 'due', label: t.dueHolds, kind: 'date' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
