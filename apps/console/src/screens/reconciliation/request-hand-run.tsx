import { ActionButton } from '../../blocks/action-button/action-button.js';
import type { InputOf } from '../../api/names.js';
import { handRunModeWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { reconciliationTexts } from './reconciliation.texts.js';

type Mode = InputOf<'requestHandRun'>['body']['mode'];
const isMode = (text: string): text is Mode => Object.hasOwn(handRunModeWords, text);

/** Works on days of the past again. `day`: which one is meant at first. */
export function RequestHandRun({ day = '' }: Readonly<{ day?: string }>) {
  const t = useTexts(reconciliationTexts);
  return (
    <ActionButton
      operation="requestHandRun"
      subject={day}
      label={t.handRun}
      text={<p>{t.handRunText}</p>}
      fields={[
        { name: 'from', kind: 'date', label: t.from, initial: day },
        { name: 'to', kind: 'date', label: t.to, initial: day },
        { name: 'mode', kind: 'choice', label: t.mode, words: handRunModeWords, initial: 'reconcile' },
        { name: 'dryRun', kind: 'yes', label: t.dryRun },
        { name: 'reason', kind: 'reason', label: t.reason },
      ]}
      input={({ from = '', to = '', mode = '', dryRun, reason = '' }) => ({
        body: {
          from,
          to,
          mode: isMode(mode) ? mode : 'reconcile',
          dryRun: dryRun === 'true' ? true : undefined,
          reason,
        },
      })}
    />
  );
}
