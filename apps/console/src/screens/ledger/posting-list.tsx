import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { ledgerTexts } from './ledger.texts.js';
import { ledgerMonthWords } from './ledger.words.js';

/** Postings of one thing or of a time. */
export function PostingList() {
  const t = useTexts(ledgerTexts);
  return (
    <ResourceList
      name="listLedgerPostings"
      label={t.postings}
      empty={t.postingsEmpty}
      idOf={(posting) => posting.id}
      columns={[
        { key: 'id', title: t.id, width: '6rem', cell: (p) => <Id id={p.id} at={places.posting(p.id)} /> },
        { key: 'effective', title: t.effective, width: '15rem', cell: (p) => <Kst at={p.effectiveAt} seconds /> },
        { key: 'template', title: t.template, cell: (p) => <Go at={places.posting(p.id)}>{p.template}</Go> },
        { key: 'about', title: t.about, width: 'minmax(16rem, 3fr)', cell: (p) => p.about ?? '–' },
        { key: 'count', title: t.count, align: 'end', width: '6rem', cell: (p) => p.entryCount },
        { key: 'month', title: t.month, width: '8rem', cell: (p) => <State words={ledgerMonthWords} is={p.month} /> },
        { key: 'key', title: t.key, width: 'minmax(16rem, 2fr)', isExtra: true, cell: (p) => <Id id={p.key} /> },
        {
          key: 'created',
          title: t.created,
          width: '15rem',
          isExtra: true,
          cell: (p) => <Kst at={p.createdAt} seconds />,
        },
      ]}
      filters={[
        { key: 'template', label: t.template, kind: 'text' },
        { key: 'key', label: t.key, kind: 'text' },
        { key: 'orderId', label: t.order, kind: 'text' },
        { key: 'paymentKey', label: t.payment, kind: 'text' },
        { key: 'payoutId', label: t.payout, kind: 'text' },
        { key: 'from', label: t.from, kind: 'time' },
        { key: 'until', label: t.until, kind: 'time' },
      ]}
    />
  );
}
