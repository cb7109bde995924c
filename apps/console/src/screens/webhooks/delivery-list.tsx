import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { Bilingual, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { webhookTexts } from './webhooks.texts.js';
import { deliveryStateWords } from './webhooks.words.js';

/** Deliveries to all addresses, or to one. */
export function DeliveryList({ endpointId }: Readonly<{ endpointId?: string }>) {
  const t = useTexts(webhookTexts);
  return (
    <ResourceList
      name="listDeliveries"
      {...(endpointId !== undefined && { input: { query: { endpointId } } })}
      label={t.deliveries}
      empty={t.deliveriesEmpty}
      idOf={(delivery) => `${delivery.endpointId} ${delivery.eventId}`}
      columns={[
        {
          key: 'type',
          title: t.type,
          cell: (d) => <Go at={places.delivery(d.endpointId, d.eventId)}>{d.eventType}</Go>,
        },
        { key: 'state', title: t.state, cell: (d) => <State words={deliveryStateWords} is={d.state} /> },
        { key: 'attempts', title: t.attempts, align: 'end', width: '6rem', cell: (d) => d.attempts },
        { key: 'status', title: t.lastStatus, align: 'end', cell: (d) => d.lastStatus ?? '–' },
        { key: 'next', title: t.next, width: '15rem', cell: (d) => <Kst at={d.nextAt} seconds /> },
        {
          key: 'waits',
          title: t.waits,
          width: 'minmax(14rem, 2fr)',
          cell: (d) => (d.waiting === null ? '–' : <Bilingual text={d.waiting.text} />),
        },
        {
          key: 'event',
          title: t.event,
          isExtra: true,
          cell: (d) => <Id id={d.eventId} at={places.event(d.eventId)} />,
        },
        {
          key: 'address',
          title: t.url,
          isExtra: true,
          cell: (d) => <Id id={d.endpointId} at={places.webhookEndpoint(d.endpointId)} />,
        },
      ]}
      filters={[
        { key: 'state', label: t.state, kind: 'choice', words: deliveryStateWords },
        { key: 'eventType', label: t.type, kind: 'text' },
        { key: 'from', label: t.from, kind: 'date' },
        { key: 'to', label: t.to, kind: 'date' },
      ]}
    />
  );
}
