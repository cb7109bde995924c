import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column, Filter } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { changeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { ruleTexts } from './rules.texts.js';

/** Proposed and decided changes of terms, of all sellers or of one. */
export function TermsChangeRows({ fixed }: Readonly<{ fixed?: Readonly<{ sellerId: string }> }>) {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const columns: readonly Column<ItemOf<'listTermsChanges'>>[] = [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.termsChange(id)} /> },
    { key: 'state', title: l.state, width: '13rem', cell: ({ state }) => <State words={changeWords} is={state} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'from', title: t.effectiveFrom, cell: ({ effectiveFrom }) => effectiveFrom },
    { key: 'lines', title: t.lines, align: 'end', cell: ({ lineCount }) => lineCount },
    { key: 'net', title: t.net, align: 'end', cell: ({ total }) => <Money won={total.net} /> },
    { key: 'by', title: l.proposedBy, cell: ({ proposedBy }) => proposedBy },
    { key: 'at', title: l.proposedAt, width: '12rem', cell: ({ proposedAt }) => <Kst at={proposedAt} /> },
    { key: 'decided', title: l.decidedBy, isExtra: true, cell: ({ decidedBy }) => decidedBy ?? '–' },
  ];
  const filters: readonly Filter<'state' | 'sellerId' | 'from' | 'to'>[] = [
    { key: 'state', label: l.state, kind: 'choice', words: changeWords },
    { key: 'sellerId', label: l.seller, kind: 'text' },
    { key: 'from', label: l.from, kind: 'date' },
    { key: 'to', label: l.to, kind: 'date' },
  ];
  return (
    <ResourceList
      name="listTermsChanges"
      label={t.changes}
      empty={t.noChanges}
      idOf={({ id }) => id}
      columns={fixed === undefined ? columns : columns.filter(({ key }) => key !== 'seller')}
      {...(fixed && { input: { query: fixed } })}
      filters={fixed === undefined ? filters : []}
    />
  );
}
