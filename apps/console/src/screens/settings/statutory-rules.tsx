import { Stack } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { numberTyped } from '../../blocks/action-button/action.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { wordFor } from '../../texts/words.js';
import { citedTyped, useCitedColumns, useCitedFields } from './cited.js';
import { legalTexts } from './legal.texts.js';
import { onHolidayWords, startEventWords } from './settings.words.js';

type Rule = ItemOf<'listStatutoryRules'>;

/** Every version of every legal payment deadline. */
export function StatutoryRules() {
  const t = useTexts(legalTexts);
  const { language } = useLanguage();
  const { before, after } = useCitedColumns();
  return (
    <Stack gap="sm">
      <AddRule />
      <ResourceList
        name="listStatutoryRules"
        label={t.deadlines}
        empty={t.deadlinesEmpty}
        idOf={({ id }) => String(id)}
        columns={[
          ...before,
          {
            key: 'rule',
            title: t.days,
            width: 'minmax(15rem, 2fr)',
            cell: ({ days, startEvent, monthEnd }) =>
              t.rule(days, wordFor(startEventWords, startEvent, language), monthEnd),
          },
          {
            key: 'holiday',
            title: t.onHoliday,
            isExtra: true,
            cell: ({ onHoliday }) => <InWords words={onHolidayWords} is={onHoliday} />,
          },
          ...after,
        ]}
      />
    </Stack>
  );
}

function AddRule() {
  const t = useTexts(legalTexts);
  const fields = useCitedFields();
  return (
    <div>
      <ActionButton
        operation="addStatutoryRule"
        subject="deadline"
        label={t.add}
        text={<p>{t.addText}</p>}
        fields={[
          ...fields,
          { name: 'startEvent', kind: 'choice', label: t.start, words: startEventWords },
          { name: 'monthEnd', kind: 'yes', label: t.monthEnd },
          { name: 'days', kind: 'number', label: t.days },
          { name: 'onHoliday', kind: 'choice', label: t.onHoliday, words: onHolidayWords, initial: 'NEXT' },
          { name: 'reason', kind: 'reason', label: t.reason },
        ]}
        input={(typed) => ({
          body: {
            ...citedTyped(typed),
            startEvent: typed['startEvent'] as Rule['startEvent'],
            monthEnd: typed['monthEnd'] === 'true',
            days: numberTyped(typed['days']) ?? 0,
            onHoliday: typed['onHoliday'] as Rule['onHoliday'],
          },
        })}
      />
    </div>
  );
}
