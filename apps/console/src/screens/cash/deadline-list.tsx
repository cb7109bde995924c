import type { ItemOf } from '../../api/names.js';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { Bilingual } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import type { Word } from '../../texts/words.js';
import { cashTexts } from './cash.texts.js';
import { CashParts } from './cash-parts.js';
import { placeOfCause } from './cause-place.js';
import { DeadlineTotals } from './deadline-totals.js';

const stateWords = {
  open: ['Still owed', '아직 줄 것'],
  breached: ['Owed after the deadline', '기한을 넘긴 것'],
} as const satisfies Record<string, Word>;

/** Order lines by their legal payment deadline, overdue ones first. */
export function DeadlineList() {
  const [l, t] = [useTexts(labels), useTexts(cashTexts)];
  const columns: readonly Column<ItemOf<'listPaymentDeadlines'>>[] = [
    { key: 'due', title: t.dueOn, width: '8rem', cell: ({ dueOn }) => dueOn },
    { key: 'left', title: t.daysLeft, align: 'end', width: '7rem', cell: ({ daysLeft }) => daysLeft },
    { key: 'owed', title: t.owed, align: 'end', cell: ({ owed }) => <Money won={owed} /> },
    {
      key: 'cause',
      title: t.cause,
      width: 'minmax(16rem, 3fr)',
      cell: ({ text, cause, ...owed }) =>
        text === null || cause === null ? (
          '–'
        ) : (
          <Go at={placeOfCause(cause, owed)}>
            <Bilingual text={text} />
          </Go>
        ),
    },
    {
      key: 'order',
      title: l.order,
      width: '13rem',
      cell: ({ orderId }) => <Id id={orderId} at={places.order(orderId)} />,
    },
    { key: 'line', title: t.line, cell: ({ lineId }) => lineId },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'rule', title: t.rule, cell: ({ ruleCode }) => ruleCode },
    { key: 'category', title: l.category, isExtra: true, cell: ({ category }) => <bdi>{category}</bdi> },
    { key: 'starts', title: t.startsOn, isExtra: true, cell: ({ startsOn }) => startsOn },
    { key: 'settled', title: t.settledOn, isExtra: true, cell: ({ settledOn }) => settledOn ?? '–' },
    { key: 'breached', title: t.breachedOn, isExtra: true, cell: ({ breachedOn }) => breachedOn ?? '–' },
  ];
  return (
    <Page title={t.deadlines}>
      <CashParts here="deadlines" />
      <DeadlineTotals />
      <ResourceList
        name="listPaymentDeadlines"
        label={t.deadlines}
        empty={t.noDeadlines}
        idOf={({ orderId, lineId, ruleCode }) => `${orderId} ${lineId} ${ruleCode}`}
        columns={columns}
        filters={[
          { key: 'state', label: t.state, kind: 'choice', words: stateWords },
          { key: 'days', label: t.within, kind: 'text' },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'category', label: l.category, kind: 'text' },
          { key: 'cause', label: t.cause, kind: 'text' },
        ]}
      />
    </Page>
  );
}
