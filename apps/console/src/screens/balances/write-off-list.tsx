import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { labels } from '../../texts/labels.js';
import { writeOffWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';
import { useWriteOffColumns } from './write-off-columns.js';

export function WriteOffList() {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Page title={t.writeOffs}>
      <ResourceList
        name="listWriteOffs"
        label={t.writeOffs}
        empty={t.noWriteOffs}
        idOf={({ id }) => id}
        columns={useWriteOffColumns()}
        filters={[
          { key: 'state', label: l.state, kind: 'choice', words: writeOffWords },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
          { key: 'minAmount', label: l.least, kind: 'won' },
          { key: 'maxAmount', label: l.most, kind: 'won' },
        ]}
      />
    </Page>
  );
}
