import { Stack } from '@mantine/core';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { numberTyped } from '../../blocks/action-button/action.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { useTexts } from '../../texts/texts.js';
import { citedTyped, useCitedColumns, useCitedFields } from './cited.js';
import { legalTexts } from './legal.texts.js';

/** A rate of 1/100,000 in percent. */
const RATE_OF_PERCENT = 1_000;

/** Every version of the rules about money that must be kept apart. */
export function SegregationRules() {
  const t = useTexts(legalTexts);
  const { before, after } = useCitedColumns();
  const fields = useCitedFields();
  return (
    <Stack gap="sm">
      <div>
        <ActionButton
          operation="addSegregationRule"
          subject="segregation"
          label={t.add}
          text={<p>{t.addText}</p>}
          fields={[
            ...fields,
            { name: 'rate', kind: 'number', label: t.rateTyped, hint: t.rateHint },
            { name: 'reason', kind: 'reason', label: t.reason },
          ]}
          input={(typed) => ({ body: { ...citedTyped(typed), rate: numberTyped(typed['rate']) ?? 0 } })}
        />
      </div>
      <ResourceList
        name="listSegregationRules"
        label={t.segregation}
        empty={t.segregationEmpty}
        idOf={({ id }) => String(id)}
        columns={[
          ...before,
          { key: 'rate', title: t.rate, align: 'end', cell: ({ rate }) => `${rate / RATE_OF_PERCENT} %` },
          ...after,
        ]}
      />
    </Stack>
  );
}
