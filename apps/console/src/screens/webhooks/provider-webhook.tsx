import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { blockTexts } from '../../blocks/blocks.texts.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Json } from '../../blocks/json.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { placeOfWebhook } from './subjects.js';
import { webhookTexts } from './webhooks.texts.js';
import { leftAloneWords, providerWebhookWords, signatureWords } from './webhooks.words.js';

type Shown = Readonly<{ webhook: OutputOf<'getProviderWebhook'> }>;

/** One webhook of the provider with its body. */
export function ProviderWebhook() {
  const webhookId = useParam('webhookId');
  return (
    <Loaded of={useRead('getProviderWebhook', { input: { params: { webhookId } } })}>
      {(webhook) => <Whole webhook={webhook} />}
    </Loaded>
  );
}

function Whole({ webhook }: Shown) {
  const t = useTexts(webhookTexts);
  const b = useTexts(blockTexts);
  return (
    <Page
      title={t.inTitle(webhook.eventType ?? t.unnamed)}
      lead={<State words={providerWebhookWords} is={webhook.state} />}
      aside={<Replay webhook={webhook} />}
    >
      <Panel>
        <Facts
          facts={[
            [t.id, <Id key="id" id={webhook.id} />],
            [t.received, <Kst key="at" at={webhook.receivedAt} seconds />],
            [t.subject, <Id key="subject" id={webhook.subject} at={placeOfWebhook(webhook.subject)} />],
            [t.signature, <State key="signature" words={signatureWords} is={webhook.signature} />],
            [t.transmission, <Id key="transmission" id={webhook.transmissionId} />],
            [t.retried, webhook.retriedCount ?? '–'],
            webhook.leftAlone !== null && [
              t.leftAlone,
              <InWords key="leftAlone" words={leftAloneWords} is={webhook.leftAlone} />,
            ],
            [t.hasBody, webhook.hasBody ? b.yes : b.no],
          ]}
        />
      </Panel>
      <Panel title={t.body}>{webhook.body === null ? t.bodyErased : <Json of={webhook.body} label={t.body} />}</Panel>
    </Page>
  );
}

function Replay({ webhook: { id, state, hasBody } }: Shown) {
  const t = useTexts(webhookTexts);
  return (
    <ActionButton
      operation="replayProviderWebhook"
      subject={id}
      label={t.replayOne}
      text={<p>{t.replayOneText}</p>}
      fields={[{ name: 'reason', kind: 'reason', label: t.reason }]}
      input={({ reason = '' }) => ({ params: { webhookId: id }, body: { reason } })}
      unless={state === 'waiting' ? t.replayWaiting : hasBody ? undefined : t.replayErased}
    />
  );
}
