import { ActionButton } from '../../blocks/action-button/action-button.js';
import type { Field } from '../../blocks/action-button/action.js';
import { useTexts } from '../../texts/texts.js';
import type { Control } from './sending.js';
import { sendingTexts } from './sending.texts.js';

const isHalted = (state: Control['state']) => state === 'halted' || state === 'halted_and_locked';
const isLocked = (state: Control['state']) => state === 'locked' || state === 'halted_and_locked';

/** Halt, resume, lift the lock. */
export function SendingActions({ control: { state, openFindings } }: Readonly<{ control: Control }>) {
  const t = useTexts(sendingTexts);
  const fields: readonly Field[] = [{ name: 'reason', kind: 'reason', label: t.reason }];
  return (
    <>
      <ActionButton
        operation="resumeDispatch"
        subject="sending"
        label={t.resume}
        tone="primary"
        fields={fields}
        text={<p>{t.resumeText}</p>}
        input={({ reason = '' }) => ({ body: { reason } })}
        unless={isHalted(state) ? undefined : t.resumeNot}
      />
      <ActionButton
        operation="acknowledgeFindings"
        subject="sending"
        label={t.acknowledge}
        fields={fields}
        text={<p>{t.acknowledgeText(openFindings)}</p>}
        input={({ reason = '' }) => ({ body: { reason, openFindings } })}
        unless={isLocked(state) ? undefined : t.acknowledgeNone}
      />
      <ActionButton
        operation="haltDispatch"
        subject="sending"
        label={t.halt}
        tone="danger"
        fields={fields}
        text={<p>{t.haltText}</p>}
        input={({ reason = '' }) => ({ body: { reason } })}
        unless={isHalted(state) ? t.haltedAlready : undefined}
      />
    </>
  );
}
