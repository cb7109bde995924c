import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { monthTexts } from './months.texts.js';
import { checkWords, requestKindWords, requestStateWords } from './months.words.js';

/** Requests to close or to reopen a month. */
export function MonthRequests({ month }: Readonly<{ month?: string }>) {
  const t = useTexts(monthTexts);
  return (
    <ResourceList
      name="listMonthRequests"
      {...(month !== undefined && { input: { query: { month } } })}
      label={t.requests}
      empty={t.requestsEmpty}
      idOf={({ id }) => id}
      columns={[
        { key: 'month', title: t.month, width: '7rem', cell: (r) => <Go at={places.month(r.month)}>{r.month}</Go> },
        { key: 'kind', title: t.kind, width: '8rem', cell: (r) => <InWords words={requestKindWords} is={r.kind} /> },
        { key: 'state', title: t.state, width: '15rem', cell: (r) => <State words={requestStateWords} is={r.state} /> },
        { key: 'reason', title: t.reason, width: 'minmax(14rem, 2fr)', cell: (r) => <bdi>{r.reason}</bdi> },
        { key: 'by', title: t.by, cell: (r) => r.proposedBy },
        { key: 'at', title: t.at, width: '12rem', cell: (r) => <Kst at={r.proposedAt} /> },
        { key: 'decidedBy', title: t.decidedBy, cell: (r) => r.decidedBy ?? '–' },
        { key: 'decidedAt', title: t.decidedAt, width: '12rem', cell: (r) => <Kst at={r.decidedAt} /> },
        {
          key: 'missing',
          title: t.missing,
          width: 'minmax(16rem, 2fr)',
          cell: (r) =>
            r.missing.map((check, index) => (
              <span key={check}>
                {index === 0 ? '' : ' · '}
                <InWords words={checkWords} is={check} /> ({r.counts[index] ?? '–'})
              </span>
            )),
        },
      ]}
      filters={[{ key: 'state', label: t.state, kind: 'choice', words: requestStateWords }]}
    />
  );
}
