import { Stack } from '@mantine/core';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { Kst } from '../../blocks/kst.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { useTexts } from '../../texts/texts.js';
import { legalTexts } from './legal.texts.js';

/** Which legal deadline applies to which kind of sale since when. */
export function StatutoryChoices() {
  const t = useTexts(legalTexts);
  return (
    <Stack gap="sm">
      <div>
        <ActionButton
          operation="chooseStatutoryRule"
          subject="choice"
          label={t.choose}
          text={<p>{t.chooseText}</p>}
          fields={[
            { name: 'category', kind: 'text', label: t.category, hint: t.categoryHint, isOptional: true },
            { name: 'ruleCode', kind: 'text', label: t.ruleCode, hint: t.ruleHint, isOptional: true },
            { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
            { name: 'reason', kind: 'reason', label: t.reason },
          ]}
          input={({ category, ruleCode, effectiveFrom = '', reason = '' }) => ({
            body: { category: typed(category) ?? null, ruleCode: typed(ruleCode) ?? null, effectiveFrom, reason },
          })}
        />
      </div>
      <ResourceList
        name="listStatutoryChoices"
        label={t.choices}
        empty={t.choicesEmpty}
        idOf={({ id }) => String(id)}
        columns={[
          { key: 'category', title: t.category, cell: (choice) => choice.category ?? t.allCategories },
          { key: 'rule', title: t.ruleCode, cell: (choice) => choice.ruleCode ?? t.noRule },
          { key: 'from', title: t.effectiveFrom, cell: (choice) => choice.effectiveFrom },
          { key: 'reason', title: t.reason, width: 'minmax(14rem, 2fr)', cell: (choice) => <bdi>{choice.reason}</bdi> },
          { key: 'by', title: t.chosenBy, cell: (choice) => choice.chosenBy },
          { key: 'at', title: t.chosenAt, width: '12rem', cell: (choice) => <Kst at={choice.chosenAt} /> },
        ]}
      />
    </Stack>
  );
}
