import { api } from '../../api/client.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import type { Field } from '../../blocks/action-button/action.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { useTexts } from '../../texts/texts.js';
import type { MonthDetail } from './month.js';
import { monthTexts } from './months.texts.js';

const closable: readonly MonthDetail['state'][] = ['OPEN', 'REOPENED'];
type Shown = Readonly<{ month: MonthDetail; isAsked: boolean }>;

/** Close the month, open it again, download the auditor's file. */
export function MonthActions({ month: { month, state, checklist }, isAsked }: Shown) {
  const t = useTexts(monthTexts);
  const params = { month };
  const reason: Field = { name: 'reason', kind: 'reason', label: t.reason };
  const isMissing = checklist.some(({ passed }) => !passed);
  const asked = isAsked ? t.requestOpen : undefined;
  return (
    <>
      <ActionButton
        operation="closeMonth"
        subject={month}
        label={t.close}
        tone="primary"
        text={<p>{t.closeText}</p>}
        fields={isMissing ? [reason, { name: 'override', kind: 'yes', label: t.override }] : [reason]}
        input={({ reason: why = '', override }) => ({ params, body: { reason: why, override: override === 'true' } })}
        unless={closable.includes(state) ? asked : t.closeState}
      />
      <ActionButton
        operation="reopenMonth"
        subject={month}
        label={t.reopen}
        text={<p>{t.reopenText}</p>}
        fields={[reason]}
        input={({ reason: why = '' }) => ({ params, body: { reason: why } })}
        unless={state === 'CLOSED' ? asked : t.reopenState}
      />
      {state === 'CLOSED' ? (
        <DownloadButton
          operation="getAuditorFile"
          label={t.auditor}
          fileName={`auditor-${month}.zip`}
          file={() => api.getAuditorFile({ params })}
        />
      ) : null}
    </>
  );
}
