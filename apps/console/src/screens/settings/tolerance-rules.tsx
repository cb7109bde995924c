import { Stack } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { numberTyped, wonTyped } from '../../blocks/action-button/action.js';
import { Money } from '../../blocks/money.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { breakClassWords } from '../../texts/break-words.js';
import { useTexts } from '../../texts/texts.js';
import { RuleDecision } from './rule-decision.js';
import { settingTexts } from './settings.texts.js';
import { ruleStateWords } from './settings.words.js';
import { useVersionColumns } from './version-columns.js';

type BreakClass = ItemOf<'listMatchingRules'>['class'];

/** Differences that are no break, and days that are waited, by class of break. */
export function ToleranceRules() {
  const t = useTexts(settingTexts);
  return (
    <Stack gap="sm">
      <Propose />
      <ResourceList
        name="listMatchingRules"
        label={t.tolerances}
        empty={t.tolerancesEmpty}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'class',
            title: t.class,
            width: 'minmax(14rem, 2fr)',
            cell: (rule) => <InWords words={breakClassWords} is={rule.class} />,
          },
          { key: 'tolerance', title: t.tolerance, align: 'end', cell: (rule) => <Money won={rule.tolerance} /> },
          { key: 'days', title: t.days, align: 'end', width: '8rem', cell: (rule) => rule.days ?? '–' },
          {
            key: 'decide',
            title: t.decide,
            width: '14rem',
            cell: (rule) => (
              <RuleDecision
                approve="approveMatchingRule"
                reject="rejectMatchingRule"
                rule={rule}
                input={{ params: { ruleId: rule.id } }}
              />
            ),
          },
          ...useVersionColumns(),
        ]}
        filters={[
          { key: 'class', label: t.class, kind: 'choice', words: breakClassWords },
          { key: 'state', label: t.state, kind: 'choice', words: ruleStateWords },
        ]}
      />
    </Stack>
  );
}

function Propose() {
  const t = useTexts(settingTexts);
  return (
    <div>
      <ActionButton
        operation="proposeMatchingRule"
        subject="tolerance"
        label={t.propose}
        text={<p>{t.proposeText}</p>}
        fields={[
          { name: 'class', kind: 'choice', label: t.class, words: breakClassWords },
          { name: 'tolerance', kind: 'won', label: t.tolerance, initial: '0' },
          { name: 'days', kind: 'number', label: t.days, hint: t.daysHint, isOptional: true },
          { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
          { name: 'reason', kind: 'reason', label: t.reason },
        ]}
        input={(typed) => ({
          body: {
            class: typed['class'] as BreakClass,
            tolerance: wonTyped(typed['tolerance']) ?? 0,
            days: numberTyped(typed['days']) ?? null,
            effectiveFrom: typed['effectiveFrom'] ?? '',
            reason: typed['reason'] ?? '',
          },
        })}
      />
    </div>
  );
}
