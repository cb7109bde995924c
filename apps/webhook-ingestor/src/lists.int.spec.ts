import { parseEnv } from '@jeongsan/nest-kit';
import { ingestorContract } from '@jeongsan/platform-contract';
import {
  casesOf,
  dayQueries,
  daysAtEdges,
  type ListedTable,
  listedItems,
  missingFilters,
  oneOf,
  serviceOfRows,
  type ServiceOfRows,
  type TestedLists,
} from '@jeongsan/testing';
import { AppModule } from './app.module.js';
import { Env } from './env.js';

jest.setTimeout(120_000);

/** The id of an event is its time: the first one of the instant, with the row's number at its end. */
const eventId = `(left(messaging.first_id(${daysAtEdges})::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const endpointId = (digit: number): string => `0000000${digit}-0000-7000-8000-00000000000${digit}`;

// prettier-ignore
const rows = {
  'messaging.event': { id: eventId, type: oneOf('seller.debt-repaid', 'seller.changed', 'seller.debt-repaid'), entity_id: oneOf('p-1', 'p-2', 'p-3', 'p-4'), sequence: 'n', created_at: daysAtEdges, data: `case when n % 3 = 1 then '{"sellerId":"s-1","status":"approved"}'::jsonb else '{"repaymentId":"${endpointId(5)}","sellerId":"s-1","amount":"1"}'::jsonb end` },
  'webhooks.endpoint': { id: `(lpad(n::text, 8, '0') || '-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid` },
  'webhooks.delivery': { endpoint_id: `(array['${endpointId(1)}', '${endpointId(2)}']::uuid[])[1 + n % 2]`, event_id: eventId, state: oneOf('pending', 'delivered', 'failed') },
} as const;

let service: ServiceOfRows;
beforeAll(async () => {
  service = await serviceOfRows('webhook-ingestor', new Date('2026-05-13T09:00:00+09:00'), (settings) => {
    const env = parseEnv(Env, settings);
    return { module: AppModule.for(env), env, title: 'webhook-ingestor', contract: ingestorContract };
  });
  await service.fill(rows);
  // Every third event goes to both addresses.
  await service.db.query(
    `insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
     select '${endpointId(1)}', event_id, 'failed', now() from webhooks.delivery where endpoint_id <> '${endpointId(1)}' and state = 'failed'`,
  );
});
afterAll(() => service.close());

const placed: ListedTable = {
  from: 'webhooks.delivery d join messaging.event v on v.id = d.event_id',
  ...{ column: `d.event_id || ' ' || d.endpoint_id`, member: 'place', order: 'd.event_id desc, d.endpoint_id desc' },
};
// prettier-ignore
const lists: TestedLists = {
  '/events': { from: 'messaging.event', column: 'id', member: 'id', order: 'id desc', cases: [['', 'true'], ...dayQueries('created_at'),
    ['eventType=seller.changed', `type = 'seller.changed'`], ['subject=p-2', `entity_id = 'p-2'`], ['subject=p-3&eventType=seller.debt-repaid&from=2026-05-03', `entity_id = 'p-3' and type = 'seller.debt-repaid' and created_at >= '2026-05-03T00:00+09:00'`]] },
  '/deliveries': { ...placed, cases: [['', 'true'], ...dayQueries('v.created_at'), [`endpointId=${endpointId(2)}`, `d.endpoint_id = '${endpointId(2)}'`], ['state=failed', `d.state = 'failed'`],
    ['eventType=seller.changed', `v.type = 'seller.changed'`], [`endpointId=${endpointId(1)}&state=failed&to=2026-05-02`, `d.endpoint_id = '${endpointId(1)}' and d.state = 'failed' and v.created_at < '2026-05-03T00:00+09:00'`]] },
};
const cases = casesOf(lists);

/** A delivery has no id of its own: its event and its address tell it apart. */
const withPlaces = (of: ServiceOfRows): ServiceOfRows => ({
  ...of,
  read: async (url) => {
    const { status, json } = await of.read(url);
    const items = json.items.map((item) => ({
      ...item,
      place: `${String(item['eventId'])} ${String(item['endpointId'])}`,
    }));
    return { status, json: { ...json, items } };
  },
});

test.each(cases)('%s with "%s" lists the same rows as SQL', async (path, query, where) => {
  const of = lists[path] as ListedTable;
  const { listed, inTable } = await listedItems(
    of.member === 'place' ? withPlaces(service) : service,
    path,
    query,
    of,
    where,
  );
  expect(listed).toEqual(inTable);
  expect(query === '' ? listed.length : 48).toBeGreaterThanOrEqual(48);
});

test('every filter of these lists is tested', () => {
  expect(missingFilters(ingestorContract, cases)).toEqual([]);
});

test.each(['/events', '/deliveries'])(
  'a type that no event has is refused by %s, not answered with nothing',
  async (path) => {
    expect(await service.read(`${path}?eventType=seller.chnged`)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST' },
    });
  },
);

test('one event has the body that is sent, and its deliveries to each address', async () => {
  const [delivery] = (await service.read(`/deliveries?state=failed&endpointId=${endpointId(2)}&limit=1`)).json.items;
  const { status, json } = await service.read(`/events/${String(delivery?.['eventId'])}`);
  expect([status, json['payload']]).toEqual([
    200,
    expect.objectContaining({
      eventId: delivery?.['eventId'],
      data: expect.objectContaining({ sellerId: 's-1' }) as object,
    }),
  ]);
  expect(json['deliveries']).toMatchObject([
    { endpointId: endpointId(1) },
    { endpointId: endpointId(2), state: 'failed' },
  ]);
  expect(await service.read(`/events/${endpointId(9)}`)).toMatchObject({
    status: 404,
    json: { code: 'EVENT_NOT_FOUND' },
  });
});
