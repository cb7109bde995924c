import { Stack } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, numberTyped, type Values, wonTyped } from '../../blocks/action-button/action.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { wonIn, wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { RuleDecision } from './rule-decision.js';
import { settingTexts } from './settings.texts.js';
import { ruleStateWords } from './settings.words.js';
import { useVersionColumns } from './version-columns.js';

const levels = ['critical', 'high', 'medium'] as const;
type Level = (typeof levels)[number];
type Rule = ItemOf<'listSeverityRules'>;

const levelTyped = (typed: Values, level: Level) => ({
  amount: wonTyped(typed[`${level} amount`]) ?? 0,
  ageHours: numberTyped(typed[`${level} age`]) ?? 0,
  dueHours: numberTyped(typed[`${level} due`]) ?? 0,
});

/** By which amount and age a break is critical, high or medium, and until when it must be settled. */
export function SeverityRules() {
  const t = useTexts(settingTexts);
  const { language } = useLanguage();
  const shown = ({ amount, ageHours, dueHours }: Rule[Level]) =>
    t.level(wonIn(language, wonOf(amount)), ageHours, dueHours);
  return (
    <Stack gap="sm">
      <Propose />
      <ResourceList
        name="listSeverityRules"
        label={t.severities}
        empty={t.severitiesEmpty}
        idOf={({ id }) => id}
        columns={[
          ...useVersionColumns(),
          {
            key: 'decide',
            title: t.decide,
            width: '14rem',
            cell: (rule) => (
              <RuleDecision
                approve="approveSeverityRule"
                reject="rejectSeverityRule"
                rule={rule}
                input={{ params: { ruleId: rule.id } }}
              />
            ),
          },
          ...levels.map((level) => ({
            key: level,
            title: t[level],
            width: '17rem',
            cell: (rule: Rule) => shown(rule[level]),
          })),
          { key: 'low', title: t.low, cell: (rule) => t.dueIn(rule.low.dueHours) },
        ]}
        filters={[{ key: 'state', label: t.state, kind: 'choice', words: ruleStateWords }]}
      />
    </Stack>
  );
}

function Propose() {
  const t = useTexts(settingTexts);
  const fields = levels.flatMap((level): readonly Field[] => [
    { name: `${level} amount`, kind: 'won', label: `${t[level]}: ${t.atLeast}` },
    { name: `${level} age`, kind: 'number', label: `${t[level]}: ${t.orAge}` },
    { name: `${level} due`, kind: 'number', label: `${t[level]}: ${t.due}` },
  ]);
  return (
    <div>
      <ActionButton
        operation="proposeSeverityRule"
        subject="severity"
        label={t.propose}
        text={<p>{t.proposeText}</p>}
        fields={[
          ...fields,
          { name: 'low due', kind: 'number', label: `${t.low}: ${t.due}` },
          { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
          { name: 'reason', kind: 'reason', label: t.reason },
        ]}
        input={(typed) => ({
          body: {
            critical: levelTyped(typed, 'critical'),
            high: levelTyped(typed, 'high'),
            medium: levelTyped(typed, 'medium'),
            low: { dueHours: numberTyped(typed['low due']) ?? 0 },
            effectiveFrom: typed['effectiveFrom'] ?? '',
            reason: typed['reason'] ?? '',
          },
        })}
      />
    </div>
  );
}
