import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { reconciliationStateWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { BookActions } from './book-actions.js';
import { reconciliationTexts } from './reconciliation.texts.js';

/** Reconciliations by date. */
export function DayList() {
  const t = useTexts(reconciliationTexts);
  return (
    <Page title={t.title} aside={<BookActions />}>
      <ResourceList
        name="listReconciliations"
        label={t.title}
        empty={t.empty}
        idOf={(day) => day.businessDate}
        columns={[
          { key: 'date', title: t.date, cell: (day) => <Go at={places.day(day.businessDate)}>{day.businessDate}</Go> },
          { key: 'state', title: t.state, cell: (day) => <State words={reconciliationStateWords} is={day.state} /> },
          { key: 'transactions', title: t.transactions, align: 'end', cell: (day) => day.transactions },
          { key: 'settlements', title: t.settlements, align: 'end', cell: (day) => day.settlements },
          {
            key: 'open',
            title: t.open,
            align: 'end',
            cell: (day) => <Go at={places.breaks({ day: day.businessDate, open: 'true' })}>{day.openBreaks}</Go>,
          },
          {
            key: 'excepted',
            title: t.excepted,
            align: 'end',
            cell: (day) => (
              <Go at={places.breaks({ day: day.businessDate, excepted: 'true' })}>{day.exceptedBreaks}</Go>
            ),
          },
          { key: 'finished', title: t.finished, width: '13rem', cell: (day) => <Kst at={day.finishedAt} /> },
          {
            key: 'started',
            title: t.started,
            width: '13rem',
            isExtra: true,
            cell: (day) => <Kst at={day.startedAt} />,
          },
        ]}
        filters={[
          { key: 'state', label: t.state, kind: 'choice', words: reconciliationStateWords },
          { key: 'hasOpenBreaks', label: t.hasOpen, kind: 'yes' },
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
