import type { OutputOf } from '../../api/names.js';
import { Kst } from '../../blocks/kst.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { State } from '../../blocks/state.js';
import { useTexts } from '../../texts/texts.js';
import { settingTexts } from './settings.texts.js';
import { ruleStateWords } from './settings.words.js';

type Versioned = Pick<
  OutputOf<'getMatchingRule'>,
  'effectiveFrom' | 'state' | 'reason' | 'proposedBy' | 'proposedAt' | 'decidedBy'
>;

/** The columns that every rule with versions has: since when, who proposed it, who decided. */
export function useVersionColumns(): readonly Column<Versioned>[] {
  const t = useTexts(settingTexts);
  return [
    { key: 'from', title: t.effectiveFrom, width: '8rem', cell: (rule) => rule.effectiveFrom },
    { key: 'state', title: t.state, width: '15rem', cell: (rule) => <State words={ruleStateWords} is={rule.state} /> },
    { key: 'reason', title: t.reason, width: 'minmax(12rem, 2fr)', cell: (rule) => <bdi>{rule.reason}</bdi> },
    { key: 'by', title: t.proposedBy, cell: (rule) => rule.proposedBy },
    { key: 'at', title: t.proposedAt, width: '12rem', isExtra: true, cell: (rule) => <Kst at={rule.proposedAt} /> },
    { key: 'decidedBy', title: t.decidedBy, isExtra: true, cell: (rule) => rule.decidedBy ?? '–' },
  ];
}
