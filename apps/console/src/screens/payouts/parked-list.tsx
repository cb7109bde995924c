import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { parkedKindWords } from './parked-words.js';
import { payoutTexts } from './payouts.texts.js';

/** Payouts whose outcome only people can decide. */
export function ParkedList() {
  const t = useTexts(payoutTexts);
  return (
    <Page title={t.parked}>
      <ResourceList
        name="listParkedPayouts"
        label={t.parked}
        empty={t.parkedEmpty}
        idOf={(p) => p.payoutId}
        columns={[
          { key: 'parkedAt', title: t.parkedAt, width: '12rem', cell: (p) => <Kst at={p.parkedAt} /> },
          { key: 'seller', title: t.seller, cell: (p) => <Id id={p.sellerId} at={places.seller(p.sellerId)} /> },
          {
            key: 'amount',
            title: t.amount,
            align: 'end',
            cell: (p) => (
              <Go at={places.payout(p.payoutId)}>
                <Money won={p.amount} />
              </Go>
            ),
          },
          { key: 'rounds', title: t.rounds, align: 'end', cell: (p) => p.absentRounds },
          {
            key: 'proposal',
            title: t.proposal,
            width: 'minmax(14rem, 2fr)',
            cell: (p) => (p.proposal === null ? '–' : <InWords words={parkedKindWords} is={p.proposal.kind} />),
          },
        ]}
        filters={[{ key: 'sellerId', label: t.seller, kind: 'text' }]}
      />
    </Page>
  );
}
