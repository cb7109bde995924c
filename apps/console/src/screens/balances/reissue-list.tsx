import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';
import { ReissueState } from './reissue.js';

export function ReissueList() {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  const columns: readonly Column<ItemOf<'listReissues'>>[] = [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.reissue(id)} /> },
    { key: 'state', title: l.state, cell: (reissue) => <ReissueState reissue={reissue} /> },
    { key: 'payout', title: l.payout, cell: ({ payoutId }) => <Id id={payoutId} at={places.payout(payoutId)} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'amount', title: l.amount, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    { key: 'attempt', title: t.attempt, align: 'end', cell: ({ attempt }) => attempt },
    { key: 'dueOn', title: t.dueOn, cell: ({ dueOn }) => dueOn },
    { key: 'requestedBy', title: l.requestedBy, cell: ({ requestedBy }) => requestedBy },
    { key: 'requestedAt', title: l.requestedAt, isExtra: true, cell: ({ requestedAt }) => <Kst at={requestedAt} /> },
  ];
  return (
    <Page title={t.reissues}>
      <ResourceList
        name="listReissues"
        label={t.reissues}
        empty={t.noReissues}
        idOf={({ id }) => id}
        columns={columns}
        filters={[
          { key: 'open', label: t.isWaiting, kind: 'yes' },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'payoutId', label: l.payout, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
