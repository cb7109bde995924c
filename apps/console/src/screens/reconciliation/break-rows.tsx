import type { InputOf } from '../../api/names.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Filter } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { breakClassWords, severityWords } from '../../texts/break-words.js';
import { breakStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { reconciliationTexts } from './reconciliation.texts.js';

type Key = Exclude<keyof NonNullable<InputOf<'exportBreaks'>['query']>, 'minAgeHours' | 'order' | 'payment'>;

/** Breaks, of everything or of one day. */
export function BreakRows({ fixed }: Readonly<{ fixed?: Readonly<{ day: string }> }>) {
  const t = useTexts(reconciliationTexts);
  const filters = useBreakFilters();
  return (
    <ResourceList
      name="listBreaks"
      label={t.breaks}
      empty={t.breaksEmpty}
      idOf={(one) => one.id}
      {...(fixed && { input: { query: fixed } })}
      columns={[
        {
          key: 'class',
          title: t.class,
          width: 'minmax(16rem, 2fr)',
          cell: (one) => (
            <Go at={places.break(one.id)}>
              <InWords words={breakClassWords} is={one.class} />
            </Go>
          ),
        },
        { key: 'severity', title: t.severity, cell: (one) => <State words={severityWords} is={one.severity} /> },
        {
          key: 'state',
          title: t.state,
          width: '11rem',
          cell: (one) => <State words={breakStateWords} is={one.state} />,
        },
        {
          key: 'amount',
          title: t.amount,
          align: 'end',
          cell: (one) => <Money won={one.amount} currency={one.currency} />,
        },
        { key: 'date', title: t.date, width: '8rem', cell: (one) => one.businessDate },
        { key: 'due', title: t.due, width: '13rem', cell: (one) => <Kst at={one.dueAt} /> },
        { key: 'owner', title: t.owner, cell: (one) => one.owner ?? '–' },
        { key: 'age', title: t.age, align: 'end', isExtra: true, cell: (one) => t.hours(one.ageHours) },
        { key: 'subject', title: t.subject, width: '22rem', isExtra: true, cell: (one) => <Id id={one.subject} /> },
        {
          key: 'order',
          title: t.order,
          width: '14rem',
          isExtra: true,
          cell: (one) => <Id id={one.orderId} at={one.orderId === null ? null : places.order(one.orderId)} />,
        },
        {
          key: 'seller',
          title: t.seller,
          isExtra: true,
          cell: (one) => <Id id={one.sellerId} at={one.sellerId === null ? null : places.seller(one.sellerId)} />,
        },
      ]}
      filters={filters.filter(({ key }) => key !== 'day' || fixed === undefined)}
    />
  );
}

/** The filters of a list of breaks: members of the query of the list, and of the sheet of the same breaks. */
export function useBreakFilters(): readonly Filter<Key>[] {
  const t = useTexts(reconciliationTexts);
  return [
    { key: 'open', label: t.open, kind: 'yes' },
    { key: 'class', label: t.class, kind: 'choice', words: breakClassWords },
    { key: 'severity', label: t.severity, kind: 'choice', words: severityWords },
    { key: 'state', label: t.state, kind: 'choice', words: breakStateWords },
    { key: 'overdue', label: t.overdue, kind: 'yes' },
    { key: 'waiting', label: t.waiting, kind: 'yes' },
    { key: 'excepted', label: t.excepted, kind: 'yes' },
    { key: 'owner', label: t.owner, kind: 'text' },
    { key: 'day', label: t.date, kind: 'date' },
    { key: 'seller', label: t.seller, kind: 'text' },
  ];
}
