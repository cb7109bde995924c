import type { Executor } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import {
  refuse,
  type listEndpoints as listing,
  type listEventDeliveries as deliveries,
  type redeliver,
} from '@jeongsan/platform-contract';

type EndpointRow = Readonly<{
  id: string;
  url: string;
  event_types: Endpoint['eventTypes'];
  enabled: boolean;
  created_at: Date;
}>;
type Endpoint = Output<typeof listing>['items'][number];
type Delivery = Output<typeof redeliver>;

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** All endpoints ever registered, without their secrets, oldest first. */
export async function listEndpoints(db: Executor): Promise<Endpoint[]> {
  const rows = await db.query<EndpointRow[]>(
    'select id, url, event_types, enabled, created_at from webhooks.endpoint order by created_at, id',
  );
  return rows.map(endpointView);
}

export const endpointView = (row: EndpointRow): Endpoint => ({
  id: row.id,
  url: row.url,
  eventTypes: row.event_types,
  enabled: row.enabled,
  createdAt: row.created_at,
});

/** What the audit trail keeps of an endpoint: its address without path and query, which can hold a secret. */
export const endpointFacts = ({ url, eventTypes, enabled }: Pick<Endpoint, 'url' | 'eventTypes' | 'enabled'>) => ({
  ...{ origin: new URL(url).origin, eventTypes, enabled },
});

export const endpointNotFound = (endpointId: string) =>
  refuse('WEBHOOK_ENDPOINT_NOT_FOUND', `Endpoint ${endpointId} is not registered`);

type DeliveryRow = Readonly<{
  endpoint_id: string;
  event_id: string;
  type: string;
  state: Delivery['state'];
  attempts: number;
  next_at: Date;
  last_status: number | null;
}>;

/** Deliveries to an endpoint, by event id. */
export async function listDeliveries(
  db: Executor,
  { params: { endpointId }, query }: Input<typeof deliveries>,
): Promise<Output<typeof deliveries>> {
  const found = await db.query<unknown[]>('select from webhooks.endpoint where id = $1', [endpointId]);
  if (found.length === 0) throw endpointNotFound(endpointId);
  const size = Math.min(Math.max(query.limit ?? PAGE_DEFAULT, 1), PAGE_MAX);
  const rows = await db.query<DeliveryRow[]>(
    `select d.endpoint_id, d.event_id, v.type, d.state, d.attempts, d.next_at, d.last_status
       from webhooks.delivery d join messaging.event v on v.id = d.event_id
      where d.endpoint_id = $1 and ($2::uuid is null or d.event_id > $2) and ($3::text is null or d.state = $3)
      order by d.event_id limit $4`,
    [endpointId, query.after ?? null, query.state ?? null, size + 1],
  );
  return pageOf(rows.map(deliveryView), size, (row) => row.eventId);
}

/** One delivery; undefined when the event was never planned for the endpoint. */
export async function findDelivery(db: Executor, endpointId: string, eventId: string): Promise<Delivery | undefined> {
  const [row] = await db.query<DeliveryRow[]>(
    `select d.endpoint_id, d.event_id, v.type, d.state, d.attempts, d.next_at, d.last_status
       from webhooks.delivery d join messaging.event v on v.id = d.event_id
      where d.endpoint_id = $1 and d.event_id = $2`,
    [endpointId, eventId],
  );
  return row && deliveryView(row);
}

const deliveryView = (row: DeliveryRow): Delivery => ({
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  eventType: row.type,
  state: row.state,
  attempts: row.attempts,
  nextAt: row.next_at,
  lastStatus: row.last_status,
});
