import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Json } from '../../blocks/json.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Bilingual, State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { webhookTexts } from './webhooks.texts.js';
import { deliveryStateWords } from './webhooks.words.js';

/** One event on its way to one address. */
export function Delivery() {
  const t = useTexts(webhookTexts);
  const params = { endpointId: useParam('endpointId'), eventId: useParam('eventId') };
  return (
    <Loaded of={useRead('getEventDelivery', { input: { params } })}>
      {(delivery) => (
        <Page
          title={t.deliveryOf(delivery.eventType)}
          lead={<State words={deliveryStateWords} is={delivery.state} />}
          aside={
            <ActionButton
              operation="redeliver"
              subject={`${params.endpointId} ${params.eventId}`}
              label={t.redeliver}
              tone="primary"
              text={<p>{t.redeliverText}</p>}
              input={() => ({ params })}
            />
          }
        >
          <Panel>
            <Facts
              facts={[
                [t.event, <Id key="event" id={delivery.eventId} at={places.event(delivery.eventId)} />],
                [t.url, <Id key="url" id={delivery.endpointId} at={places.webhookEndpoint(delivery.endpointId)} />],
                [t.attempts, delivery.attempts],
                [t.lastStatus, delivery.lastStatus ?? '–'],
                [t.next, <Kst key="next" at={delivery.nextAt} seconds />],
                delivery.waiting !== null && [t.waits, <Bilingual key="waits" text={delivery.waiting.text} />],
                delivery.lastError !== null && [t.lastError, <bdi key="error">{delivery.lastError}</bdi>, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.payload}>
            <Json of={delivery.payload} label={t.payload} />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
