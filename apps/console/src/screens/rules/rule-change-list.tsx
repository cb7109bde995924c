import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { changeWords } from '../../texts/seller-words.js';
import { ruleChangeKindWords } from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import { ProposeRule } from './rule-actions.js';
import { matchedOf } from './rule-words.js';
import { ruleTexts } from './rules.texts.js';

export function RuleChangeList() {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const columns: readonly Column<ItemOf<'listRuleChanges'>>[] = [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.ruleChange(id)} /> },
    { key: 'state', title: l.state, width: '13rem', cell: ({ state }) => <State words={changeWords} is={state} /> },
    { key: 'kind', title: t.kind, cell: ({ kind }) => <InWords words={ruleChangeKindWords} is={kind} /> },
    { key: 'fits', title: t.matches, cell: ({ rule }) => <bdi>{rule === null ? '–' : matchedOf(rule)}</bdi> },
    { key: 'from', title: t.effectiveFrom, cell: ({ effectiveFrom }) => effectiveFrom },
    { key: 'sellers', title: t.sellers, align: 'end', cell: ({ sellerCount }) => sellerCount },
    { key: 'lines', title: t.lines, align: 'end', cell: ({ lineCount }) => lineCount },
    { key: 'net', title: t.net, align: 'end', cell: ({ net }) => <Money won={net} /> },
    { key: 'moved', title: t.moved, align: 'end', isExtra: true, cell: ({ moved }) => <Money won={moved} /> },
    { key: 'by', title: l.proposedBy, cell: ({ proposedBy }) => proposedBy },
    { key: 'at', title: l.proposedAt, width: '12rem', cell: ({ proposedAt }) => <Kst at={proposedAt} /> },
  ];
  return (
    <Page title={t.ruleChanges} aside={<ProposeRule />}>
      <ResourceList
        name="listRuleChanges"
        label={t.ruleChanges}
        empty={t.noRuleChanges}
        idOf={({ id }) => id}
        columns={columns}
        filters={[
          { key: 'state', label: l.state, kind: 'choice', words: changeWords },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
