import { CANDIDATES_MAX, type Executor, pageSize } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { listDeliveries as endpoint } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { DELIVERY_COLUMNS, type DeliveryRow, deliveryView } from './read-endpoints.js';

/**
 * Deliveries are stored by address and event, so the latest of each address are read and merged; there are a few tens of addresses.
 * Ids of events are times (UUID version 7): a range of days is a range of ids.
 */
const CANDIDATES = `
  select x.* from webhooks.endpoint e cross join lateral (
    select * from webhooks.delivery d
     where d.endpoint_id = e.id
       and (:from::date is null or d.event_id >= messaging.first_id(:from::date::timestamp at time zone 'Asia/Seoul'))
       and (:to::date is null or d.event_id < messaging.first_id((:to::date + 1)::timestamp at time zone 'Asia/Seoul'))
       and (:afterEvent::uuid is null or d.event_id < :afterEvent or (d.event_id = :afterEvent and d.endpoint_id < :afterEndpoint::uuid))
     order by d.event_id desc limit :scan) x
   where :endpointId::uuid is null or e.id = :endpointId
   order by x.event_id desc, x.endpoint_id desc limit :scan`;
const PAGE = statement(`
  select ${DELIVERY_COLUMNS} from (${CANDIDATES}) d join messaging.event v on v.id = d.event_id
   where (:state::text is null or d.state = :state) and (:eventType::text is null or v.type = :eventType)
   order by d.event_id desc, d.endpoint_id desc limit :rows`);
const LAST = statement(`select d.event_id, d.endpoint_id from (${CANDIDATES}) d offset :before limit 1`);

type Place = Pick<DeliveryRow, 'event_id' | 'endpoint_id'>;
const cursorOf = (place: Place | undefined): string | null => (place ? `${place.event_id} ${place.endpoint_id}` : null);

/** Deliveries to all addresses, those of the latest events first. The cursor is the event and the address of a delivery. */
export async function listDeliveriesOfAll(
  db: Executor,
  { query }: Input<typeof endpoint>,
): Promise<Output<typeof endpoint>> {
  const size = pageSize(query.limit);
  const { endpointId = null, state = null, eventType = null, from = null, to = null, after } = query;
  const [afterEvent = null, afterEndpoint = null] = after?.split(' ') ?? [];
  const isChecked = state !== null || eventType !== null;
  const place = { endpointId, from, to, afterEvent, afterEndpoint, scan: isChecked ? CANDIDATES_MAX : size + 1 };
  const rows = await PAGE.rows<DeliveryRow>(db, { ...place, state, eventType, rows: size + 1 });
  const items = rows.slice(0, size);
  if (rows.length > size) return { items: items.map(deliveryView), nextCursor: cursorOf(items.at(-1)) };
  const [last] = isChecked ? await LAST.rows<Place>(db, { ...place, before: CANDIDATES_MAX - 1 }) : [];
  return { items: items.map(deliveryView), nextCursor: cursorOf(last) };
}
