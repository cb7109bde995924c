import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { Parts } from '../../blocks/parts.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { MonthRequests } from './month-requests.js';
import { monthTexts } from './months.texts.js';
import { monthStateWords } from './months.words.js';

/** The months of the books, and requests to close or to reopen them. */
export function MonthList() {
  const t = useTexts(monthTexts);
  return (
    <Page title={t.title}>
      <Parts
        label={t.title}
        parts={[
          { key: 'months', title: t.months, of: () => <Months /> },
          { key: 'requests', title: t.requests, of: () => <MonthRequests /> },
        ]}
      />
    </Page>
  );
}

function Months() {
  const t = useTexts(monthTexts);
  return (
    <ResourceList
      name="listMonths"
      label={t.months}
      empty={t.empty}
      idOf={({ month }) => month}
      columns={[
        { key: 'month', title: t.month, cell: ({ month }) => <Go at={places.month(month)}>{month}</Go> },
        { key: 'state', title: t.state, cell: ({ state }) => <State words={monthStateWords} is={state} /> },
        { key: 'closed', title: t.closedAt, width: '12rem', cell: ({ closedAt }) => <Kst at={closedAt} /> },
        { key: 'postings', title: t.postings, align: 'end', cell: ({ figures }) => figures?.postings ?? '–' },
        { key: 'entries', title: t.entries, align: 'end', cell: ({ figures }) => figures?.entries ?? '–' },
        { key: 'hash', title: t.hash, isExtra: true, cell: ({ figures }) => <Id id={figures?.balancesHash} /> },
      ]}
    />
  );
}
