import { toOpenApi } from '@jeongsan/http-contract';
import { eventNames, exampleOf, subscribableEvents } from '@jeongsan/messaging';
import { eventWebhooks, ingestorContract } from '@jeongsan/platform-contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { envelopeOf } from '../deliver-event/sign-delivery.js';
import { inboxWorld } from '../testing/inbox-world.js';

const world = inboxWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());

test('every type of event is listed with its schema, and the body that is sent fits the schema that is read', async () => {
  const { items } = (await world.call('GET', '/event-schemas', 'market')).json as unknown as {
    items: { eventType: string; path: string }[];
  };
  expect(items.map(({ eventType }) => eventType)).toEqual(eventNames);
  for (const { eventType, path } of items) {
    const reply = await world.call('GET', path, 'market');
    expect([reply.status, reply.contentType]).toEqual([200, 'application/schema+json']);
    const { eventId, entityId, sequence, createdAt, data } = exampleOf(eventNames.find((n) => n === eventType)!);
    const created_at = new Date(createdAt);
    const stored = { event_id: eventId, type: eventType, entity_id: entityId, sequence: BigInt(sequence), data };
    const isValid = new Ajv2020({ validateFormats: false }).compile(reply.json);
    const sent = JSON.parse(JSON.stringify(envelopeOf({ ...stored, created_at }))) as unknown;
    expect([eventType, isValid(sent), isValid.errors]).toEqual([eventType, true, null]);
  }
});

// prettier-ignore
test.each([
  ['an unknown type',        '/event-schemas/payout.paid',         'market',   404, 'EVENT_TYPE_NOT_FOUND'],
  ['a property of objects',  '/event-schemas/constructor',         'market',   404, 'EVENT_TYPE_NOT_FOUND'],
  ['a role without webhooks', '/event-schemas',                    'viewer',   403, 'FORBIDDEN'],
  ['an unknown filter',      '/event-schemas?kind=a',              'operator', 400, 'INVALID_REQUEST'],
] as const)('%s is refused', async (_, url, caller, status, code) => {
  const reply = await world.call('GET', url, caller);
  expect([reply.status, reply.json['code']]).toEqual([status, code]);
});

test('the OpenAPI document describes each event that an endpoint may subscribe to', () => {
  const { webhooks } = toOpenApi('ingestor', '1', ingestorContract, { webhooks: eventWebhooks }) as {
    webhooks: Record<string, { post: { parameters: { name: string }[]; requestBody: object } }>;
  };
  expect(Object.keys(webhooks)).toEqual(subscribableEvents);
  const { parameters, requestBody } = webhooks['payout.changed']?.post ?? { parameters: [], requestBody: {} };
  expect(parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(JSON.stringify(requestBody)).toContain('in_transit');
});
