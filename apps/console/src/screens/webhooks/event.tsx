import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Json } from '../../blocks/json.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { webhookTexts } from './webhooks.texts.js';
import { deliveryStateWords } from './webhooks.words.js';

/** One published fact, the body that is sent, and its deliveries. */
export function Event() {
  const t = useTexts(webhookTexts);
  const eventId = useParam('eventId');
  return (
    <Loaded of={useRead('getEvent', { input: { params: { eventId } } })}>
      {(event) => (
        <Page title={event.eventType} lead={<Kst at={event.createdAt} seconds />}>
          <Panel>
            <Facts
              facts={[
                [t.id, <Id key="id" id={event.id} />],
                [
                  t.subject,
                  <Go key="subject" at={places.events({ subject: event.subject })}>
                    {event.subject}
                  </Go>,
                ],
                [t.sequence, event.sequence],
              ]}
            />
          </Panel>
          <Panel title={t.payload}>
            <Json of={event.payload} label={t.payload} />
          </Panel>
          <Panel title={t.eventDeliveries}>
            <Grid
              caption={t.eventDeliveries}
              empty={t.eventDeliveriesEmpty}
              items={event.deliveries}
              keyOf={({ endpointId }) => endpointId}
              columns={[
                {
                  title: t.url,
                  cell: (d) => <Id id={d.endpointId} at={places.delivery(d.endpointId, d.eventId)} />,
                },
                { title: t.state, cell: (d) => <State words={deliveryStateWords} is={d.state} /> },
                { title: t.attempts, align: 'end', cell: (d) => d.attempts },
                { title: t.lastStatus, align: 'end', cell: (d) => d.lastStatus ?? '–' },
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
