import { useState } from 'react';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, instantTyped, numberTyped } from '../../blocks/action-button/action.js';
import { useTexts } from '../../texts/texts.js';
import { Secret } from './secret.js';
import type { Address } from './webhook-address.js';
import { webhookTexts } from './webhooks.texts.js';
import { replayWords } from './webhooks.words.js';

const OVERLAP_HOURS = '24';

/** What can be done with an address that gets our events. */
export function AddressActions({ address: { id, enabled, pausedAt } }: Readonly<{ address: Address }>) {
  const t = useTexts(webhookTexts);
  const [secret, setSecret] = useState<string>();
  const params = { endpointId: id };
  const reason: Field = { name: 'reason', kind: 'reason', label: t.reason };
  const gone = enabled ? undefined : t.removedAlready;
  const isPaused = pausedAt !== null;
  return (
    <>
      <ActionButton
        operation="testEndpoint"
        subject={id}
        label={t.test}
        text={<p>{t.testText}</p>}
        input={() => ({ params })}
        unless={gone}
      />
      <Replay id={id} unless={gone} />
      <ActionButton
        operation="rotateEndpointSecret"
        subject={id}
        label={t.rotate}
        text={<p>{t.rotateText}</p>}
        fields={[
          { name: 'overlapHours', kind: 'number', label: t.overlap, hint: t.overlapHint, initial: OVERLAP_HOURS },
          reason,
        ]}
        input={({ overlapHours, reason: why = '' }) => ({
          params,
          body: { overlapHours: numberTyped(overlapHours), reason: why },
        })}
        onDone={(answer) => setSecret(answer.secret)}
        unless={gone}
      />
      <ActionButton
        operation={isPaused ? 'resumeEndpoint' : 'pauseEndpoint'}
        subject={id}
        label={isPaused ? t.resume : t.pause}
        text={<p>{isPaused ? t.resumeText : t.pauseText}</p>}
        fields={[reason]}
        input={({ reason: why = '' }) => ({ params, body: { reason: why } })}
        unless={gone}
      />
      <ActionButton
        operation="removeEndpoint"
        subject={id}
        label={t.remove}
        tone="danger"
        text={<p>{t.removeText}</p>}
        input={() => ({ params })}
        unless={gone}
      />
      <Secret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function Replay({ id, unless }: Readonly<{ id: string; unless: string | undefined }>) {
  const t = useTexts(webhookTexts);
  const params = { endpointId: id };
  return (
    <ActionButton
      operation="replayEvents"
      subject={id}
      label={t.replay}
      text={<p>{t.replayText}</p>}
      fields={[
        { name: 'from', kind: 'time', label: t.from },
        { name: 'to', kind: 'time', label: t.to },
        { name: 'which', kind: 'choice', label: t.which, words: replayWords, initial: 'not-delivered' },
        { name: 'reason', kind: 'reason', label: t.reason },
      ]}
      input={({ from, to, which, reason: why = '' }) => ({
        params,
        body: {
          from: instantTyped(from) ?? '',
          to: instantTyped(to) ?? '',
          which: which === 'all' ? ('all' as const) : ('not-delivered' as const),
          reason: why,
        },
      })}
      unless={unless}
    />
  );
}
