import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { sendingTexts } from './sending.texts.js';
import { parkedKindWords } from './sending.words.js';

/** Payouts about which people must decide. */
export function ParkedList() {
  const t = useTexts(sendingTexts);
  return (
    <Page title={t.parkedTitle}>
      <ResourceList
        name="listParkedPayouts"
        label={t.parkedTitle}
        empty={t.parkedEmpty}
        idOf={(parked) => parked.payoutId}
        columns={[
          {
            key: 'amount',
            title: t.amount,
            align: 'end',
            cell: (p) => (
              <Go at={places.parkedPayout(p.payoutId)}>
                <Money won={p.amount} />
              </Go>
            ),
          },
          { key: 'seller', title: t.seller, cell: (p) => <Id id={p.sellerId} at={places.seller(p.sellerId)} /> },
          { key: 'parked', title: t.parkedAt, width: '12rem', cell: (p) => <Kst at={p.parkedAt} /> },
          {
            key: 'proposal',
            title: t.proposal,
            width: 'minmax(16rem, 2fr)',
            cell: (p) => (p.proposal === null ? '–' : <State words={parkedKindWords} is={p.proposal.kind} />),
          },
          { key: 'absent', title: t.absent, cell: (p) => t.times(p.absentRounds) },
          { key: 'duplicate', title: t.duplicate, cell: (p) => t.times(p.duplicateRounds) },
          { key: 'payout', title: t.payout, cell: (p) => <Id id={p.payoutId} at={places.payout(p.payoutId)} /> },
          { key: 'run', title: t.run, isExtra: true, cell: (p) => <Id id={p.runId} at={places.run(p.runId)} /> },
        ]}
        filters={[
          { key: 'sellerId', label: t.seller, kind: 'text' },
          { key: 'runId', label: t.run, kind: 'text' },
        ]}
      />
    </Page>
  );
}
