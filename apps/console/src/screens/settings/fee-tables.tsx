import { Stack } from '@mantine/core';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Go } from '../../blocks/go.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { feeLinesTyped } from './fee-lines.js';
import { settingTexts } from './settings.texts.js';
import { ruleStateWords } from './settings.words.js';
import { useVersionColumns } from './version-columns.js';

/** The provider's contracted fees, with which fees of settlements are compared. */
export function FeeTables() {
  const t = useTexts(settingTexts);
  return (
    <Stack gap="sm">
      <div>
        <ActionButton
          operation="proposeFeeTable"
          subject="fees"
          label={t.propose}
          text={<p>{t.proposeText}</p>}
          fields={[
            { name: 'account', kind: 'text', label: t.account, hint: t.main, isOptional: true },
            { name: 'lines', kind: 'long', label: t.lines, hint: t.linesHint },
            { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
            { name: 'reason', kind: 'reason', label: t.reason },
          ]}
          input={({ account = '', lines = '', effectiveFrom = '', reason = '' }) => ({
            body: { account: account.trim(), lines: feeLinesTyped(lines), effectiveFrom, reason },
          })}
        />
      </div>
      <ResourceList
        name="listFeeTables"
        label={t.fees}
        empty={t.feesEmpty}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'account',
            title: t.account,
            cell: (table) => <Go at={places.feeTable(table.id)}>{table.account === '' ? t.main : table.account}</Go>,
          },
          { key: 'lines', title: t.lines, align: 'end', width: '7rem', cell: (table) => table.lines.length },
          ...useVersionColumns(),
        ]}
        filters={[
          { key: 'account', label: t.account, kind: 'text' },
          { key: 'state', label: t.state, kind: 'choice', words: ruleStateWords },
        ]}
      />
    </Stack>
  );
}
