import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { Bilingual, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { payoutStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { sendingTexts } from './sending.texts.js';
import { findingWords } from './sending.words.js';

/** Payouts at the provider that our records lack or contradict. */
export function FindingList() {
  const t = useTexts(sendingTexts);
  return (
    <ResourceList
      name="listFindings"
      label={t.findings}
      empty={t.findingsEmpty}
      idOf={(finding) => finding.id}
      columns={[
        { key: 'kind', title: t.kind, cell: (f) => <State words={findingWords} is={f.kind} />, width: '17rem' },
        { key: 'what', title: t.what, cell: (f) => <Bilingual text={f.text} />, width: 'minmax(16rem, 2fr)' },
        { key: 'amount', title: t.amount, align: 'end', cell: (f) => <Money won={f.amount} /> },
        { key: 'ourAmount', title: t.ourAmount, align: 'end', cell: (f) => <Money won={f.ourAmount} /> },
        { key: 'status', title: t.status, cell: (f) => f.providerStatus },
        {
          key: 'ourState',
          title: t.ourState,
          cell: (f) => (f.ourState === null ? '–' : <State words={payoutStateWords} is={f.ourState} />),
        },
        {
          key: 'seller',
          title: t.seller,
          cell: (f) => <Id id={f.sellerId} at={f.sellerId === null ? null : places.seller(f.sellerId)} />,
        },
        { key: 'date', title: t.date, cell: (f) => f.payoutDate },
        { key: 'found', title: t.found, width: '12rem', cell: (f) => <Kst at={f.foundAt} /> },
        { key: 'by', title: t.by, cell: (f) => f.acknowledgedBy ?? '–' },
        { key: 'provider', title: t.providerPayout, isExtra: true, cell: (f) => <Id id={f.providerPayoutId} /> },
        { key: 'ref', title: t.ref, isExtra: true, cell: (f) => <Id id={f.refPayoutId} /> },
      ]}
      filters={[
        { key: 'open', label: t.open, kind: 'yes' },
        { key: 'sellerId', label: t.seller, kind: 'text' },
        { key: 'from', label: t.from, kind: 'date' },
        { key: 'to', label: t.to, kind: 'date' },
      ]}
    />
  );
}
