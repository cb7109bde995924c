import type { ItemOf } from '../../api/names.js';
import type { Field, Values } from '../../blocks/action-button/action.js';
import { Kst } from '../../blocks/kst.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { Bilingual, State } from '../../blocks/state.js';
import { useTexts } from '../../texts/texts.js';
import { legalTexts } from './legal.texts.js';
import { standingWords } from './settings.words.js';

type Cited = Pick<
  ItemOf<'listSegregationRules'>,
  'code' | 'name' | 'source' | 'article' | 'standing' | 'effectiveFrom' | 'reason' | 'addedBy' | 'addedAt'
>;

/** The columns of a rule of law: its name, where it stands, since when, and who added it. */
export function useCitedColumns(): Readonly<{ before: readonly Column<Cited>[]; after: readonly Column<Cited>[] }> {
  const t = useTexts(legalTexts);
  return {
    before: [
      { key: 'code', title: t.code, width: 'minmax(12rem, 1fr)', cell: (rule) => rule.code },
      { key: 'name', title: t.name, width: 'minmax(16rem, 2fr)', cell: (rule) => <Bilingual text={rule.name} /> },
    ],
    after: [
      { key: 'from', title: t.effectiveFrom, width: '8rem', cell: (rule) => rule.effectiveFrom },
      {
        key: 'standing',
        title: t.standing,
        width: '14rem',
        cell: (rule) => <State words={standingWords} is={rule.standing} />,
      },
      { key: 'source', title: t.source, width: 'minmax(14rem, 2fr)', cell: (rule) => `${rule.source} ${rule.article}` },
      { key: 'reason', title: t.reason, isExtra: true, cell: (rule) => <bdi>{rule.reason}</bdi> },
      { key: 'by', title: t.addedBy, cell: (rule) => rule.addedBy ?? t.release },
      { key: 'at', title: t.addedAt, width: '12rem', isExtra: true, cell: (rule) => <Kst at={rule.addedAt} /> },
    ],
  };
}

/** The fields of a rule of law. */
export function useCitedFields(): readonly Field[] {
  const t = useTexts(legalTexts);
  return [
    { name: 'code', kind: 'text', label: t.code, hint: t.codeHint },
    { name: 'nameKo', kind: 'text', label: t.nameKo },
    { name: 'nameEn', kind: 'text', label: t.nameEn },
    { name: 'source', kind: 'text', label: t.source },
    { name: 'article', kind: 'text', label: t.article },
    { name: 'standing', kind: 'choice', label: t.standing, words: standingWords, initial: 'in_force' },
    { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
  ];
}

/** What was typed into them. */
export const citedTyped = (typed: Values) => ({
  code: (typed['code'] ?? '').trim(),
  name: { ko: typed['nameKo'] ?? '', en: typed['nameEn'] ?? '' },
  source: typed['source'] ?? '',
  article: typed['article'] ?? '',
  standing: typed['standing'] === 'planned' ? ('planned' as const) : ('in_force' as const),
  effectiveFrom: typed['effectiveFrom'] ?? '',
  reason: typed['reason'] ?? '',
});
