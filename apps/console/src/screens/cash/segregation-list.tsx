import type { ItemOf } from '../../api/names.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import type { Word } from '../../texts/words.js';
import { cashTexts } from './cash.texts.js';
import { CashParts } from './cash-parts.js';

const OF_PERCENT = 1_000;
const coverWords = {
  true: ['Covered', '충족', 'good'],
  false: ['Short', '부족', 'bad'],
} as const satisfies Record<'true' | 'false', Word>;

/** How much of what is owed to sellers must be kept apart, day by day and rule by rule. */
export function SegregationList() {
  const [l, t] = [useTexts(labels), useTexts(cashTexts)];
  const columns: readonly Column<ItemOf<'listSegregation'>>[] = [
    { key: 'date', title: l.date, width: '8rem', cell: ({ businessDate }) => businessDate },
    {
      key: 'covered',
      title: t.covered,
      width: '8rem',
      cell: (d) => <State words={coverWords} is={String(d.covered)} />,
    },
    { key: 'rule', title: t.rule, width: 'minmax(12rem, 1fr)', cell: ({ ruleCode }) => ruleCode },
    { key: 'rate', title: t.rate, align: 'end', cell: ({ rate }) => `${rate / OF_PERCENT}%` },
    {
      key: 'base',
      title: t.base,
      align: 'end',
      cell: ({ base }) => (
        <Go at={places.positions()}>
          <Money won={base} />
        </Go>
      ),
    },
    { key: 'required', title: t.required, align: 'end', cell: ({ required }) => <Money won={required} /> },
    { key: 'available', title: t.available, align: 'end', cell: ({ available }) => <Money won={available} /> },
    { key: 'pending', title: t.pending, align: 'end', cell: ({ pending }) => <Money won={pending} /> },
    { key: 'missing', title: t.missing, align: 'end', cell: ({ missing }) => <Money won={missing} /> },
    { key: 'taken', title: t.takenAt, width: '12rem', isExtra: true, cell: ({ takenAt }) => <Kst at={takenAt} /> },
  ];
  return (
    <Page title={t.segregation}>
      <CashParts here="segregation" />
      <ResourceList
        name="listSegregation"
        label={t.segregation}
        empty={t.noSegregation}
        idOf={({ businessDate, ruleCode }) => `${businessDate} ${ruleCode}`}
        columns={columns}
        filters={[{ key: 'ruleCode', label: t.rule, kind: 'text' }]}
      />
    </Page>
  );
}
