import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import {
  refuse,
  type getEventDelivery,
  type listEndpoints as listing,
  type listEventDeliveries as deliveries,
  type redeliver,
  waitsFor,
} from '@jeongsan/platform-contract';
import { envelopeOf, type Event } from '../deliver-event/sign-delivery.js';

export type Endpoint = Output<typeof listing>['items'][number];
type Delivery = Output<typeof redeliver>;

export type EndpointRow = Readonly<{
  id: string;
  url: string;
  event_types: Endpoint['eventTypes'];
  enabled: boolean;
  created_at: Date;
  paused_at: Date | null;
  paused_because: Endpoint['pausedBecause'];
  failing_since: Date | null;
  earlier_secret_until: Date | null;
}>;

const COLUMNS =
  'id, url, event_types, enabled, created_at, paused_at, paused_because, failing_since, earlier_secret_until';

/** All endpoints ever registered, without their secrets, oldest first. */
export async function listEndpoints(db: Executor): Promise<Endpoint[]> {
  const rows = await db.query<EndpointRow[]>(`select ${COLUMNS} from webhooks.endpoint order by created_at, id`);
  return rows.map(endpointOf);
}

/** One endpoint. Throws the Refusal WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function findEndpoint(db: Executor, endpointId: string): Promise<Endpoint> {
  const [row] = await db.query<EndpointRow[]>(`select ${COLUMNS} from webhooks.endpoint where id = $1`, [endpointId]);
  if (!row) throw endpointNotFound(endpointId);
  return endpointOf(row);
}

/** One endpoint with its sealed secret, locked until the transaction ends. Throws the Refusal WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function lockEndpoint(tx: Executor, endpointId: string): Promise<EndpointRow & { secret_sealed: string }> {
  const [row] = await tx.query<(EndpointRow & { secret_sealed: string })[]>(
    `select ${COLUMNS}, secret_sealed from webhooks.endpoint where id = $1 for update`,
    [endpointId],
  );
  if (!row) throw endpointNotFound(endpointId);
  return row;
}

/** As lockEndpoint, and throws the same Refusal for an endpoint that was removed. */
export async function lockEnabledEndpoint(tx: Executor, endpointId: string): Promise<void> {
  const { enabled } = await lockEndpoint(tx, endpointId);
  if (!enabled) throw endpointNotFound(endpointId);
}

/** Runs an UPDATE of one endpoint and returns the endpoint as it is then. */
export async function changedEndpoint(tx: Executor, update: string, values: readonly unknown[]): Promise<Endpoint> {
  const [[row]] = await tx.query<[EndpointRow[], number]>(`${update} returning ${COLUMNS}`, [...values]);
  if (!row) throw new Error('The endpoint was locked, and is gone');
  return endpointOf(row);
}

export const endpointOf = (row: EndpointRow): Endpoint => ({
  id: row.id,
  url: row.url,
  eventTypes: row.event_types,
  enabled: row.enabled,
  createdAt: row.created_at,
  pausedAt: row.paused_at,
  pausedBecause: row.paused_because,
  failingSince: row.failing_since,
  earlierSecretUntil: row.earlier_secret_until,
});

/** What the audit trail keeps of an endpoint: its address without path and query, which can hold a secret. */
export const endpointFacts = ({ url, eventTypes, enabled }: Pick<Endpoint, 'url' | 'eventTypes' | 'enabled'>) => ({
  ...{ origin: new URL(url).origin, eventTypes, enabled },
});

export const endpointNotFound = (endpointId: string) =>
  refuse('WEBHOOK_ENDPOINT_NOT_FOUND', `Endpoint ${endpointId} is not registered`);

export type DeliveryRow = Readonly<{
  endpoint_id: string;
  event_id: string;
  type: string;
  state: Delivery['state'];
  attempts: number;
  next_at: Date | null;
  last_status: number | null;
}>;

/** The next time of a delivery; null while its endpoint is paused. */
const NEXT_AT = `nullif(d.next_at, 'infinity') as next_at`;
/** Columns of a delivery `d` of the event `v`. */
export const DELIVERY_COLUMNS = `d.endpoint_id, d.event_id, v.type, d.state, d.attempts, ${NEXT_AT}, d.last_status`;
const DELIVERY = `${DELIVERY_COLUMNS}
       from webhooks.delivery d join messaging.event v on v.id = d.event_id`;

/** Deliveries to an endpoint, by event id. */
export async function listDeliveries(
  db: Executor,
  { params: { endpointId }, query }: Input<typeof deliveries>,
): Promise<Output<typeof deliveries>> {
  await findEndpoint(db, endpointId);
  const size = pageSize(query.limit);
  const rows = await db.query<DeliveryRow[]>(
    `select ${DELIVERY}
      where d.endpoint_id = $1 and ($2::uuid is null or d.event_id > $2) and ($3::text is null or d.state = $3)
      order by d.event_id limit $4`,
    [endpointId, query.after ?? null, query.state ?? null, size + 1],
  );
  return pageOf(rows.map(deliveryView), size, (row) => row.eventId);
}

/** One delivery; undefined when the event was never planned for the endpoint. */
export async function findDelivery(db: Executor, endpointId: string, eventId: string): Promise<Delivery | undefined> {
  const [row] = await db.query<DeliveryRow[]>(`select ${DELIVERY} where d.endpoint_id = $1 and d.event_id = $2`, [
    endpointId,
    eventId,
  ]);
  return row && deliveryView(row);
}

/** One delivery with the body that every attempt sends. Throws the Refusals WEBHOOK_ENDPOINT_NOT_FOUND and WEBHOOK_DELIVERY_NOT_FOUND. */
export async function readDelivery(
  db: Executor,
  { params: { endpointId, eventId } }: Input<typeof getEventDelivery>,
): Promise<Output<typeof getEventDelivery>> {
  await findEndpoint(db, endpointId);
  const [row] = await db.query<(DeliveryRow & Event & { last_error: string | null })[]>(
    `select d.last_error, v.entity_id, v.sequence, v.data, v.created_at, ${DELIVERY} where d.endpoint_id = $1 and d.event_id = $2`,
    [endpointId, eventId],
  );
  if (!row) throw refuse('WEBHOOK_DELIVERY_NOT_FOUND', `Event ${eventId} is not among the deliveries to this endpoint`);
  return { ...deliveryView(row), lastError: row.last_error, payload: envelopeOf(row) };
}

export const deliveryView = (row: DeliveryRow): Delivery => ({
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  eventType: row.type,
  state: row.state,
  attempts: row.attempts,
  nextAt: row.next_at,
  lastStatus: row.last_status,
  waiting: waitOf(row),
});

/** The deliveries of one event, by address. */
export async function deliveriesOf(db: Executor, eventId: string): Promise<Delivery[]> {
  const rows = await db.query<DeliveryRow[]>(
    `select ${DELIVERY_COLUMNS} from webhooks.endpoint e
       join webhooks.delivery d on d.endpoint_id = e.id and d.event_id = $1 join messaging.event v on v.id = d.event_id
      order by d.endpoint_id`,
    [eventId],
  );
  return rows.map(deliveryView);
}

function waitOf({ state, attempts, next_at: nextAt }: DeliveryRow): Delivery['waiting'] {
  if (state !== 'pending') return null;
  if (nextAt === null) return waitsFor('ENDPOINT_PAUSED');
  return attempts > 0 ? waitsFor('NEXT_ATTEMPT', nextAt) : null;
}
