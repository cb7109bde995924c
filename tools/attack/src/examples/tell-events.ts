import { first, MARKET, OPERATOR } from './people.js';
import type { StoryWorld } from './story-world.js';

/** The market registers where it receives events. Returns the id of the endpoint. */
export async function tellEndpoints({ teller, eventsUrl }: StoryWorld): Promise<string> {
  const { id } = await teller.tell('registerEndpoint', MARKET, {
    body: { url: eventsUrl, eventTypes: ['payment.approved', 'payout.changed', 'seller.changed'] },
  });
  const params = { endpointId: id };
  await teller.tell('listEndpoints', MARKET, {});
  await teller.tell('testEndpoint', MARKET, { params });
  await teller.tell('listEventSchemas', MARKET, {});
  await teller.tell('getEventSchema', MARKET, { params: { type: 'payout.changed' } });
  return id;
}

/** What became of each event, and of each webhook of the provider. */
export async function tellDeliveries(world: StoryWorld, endpointId: string): Promise<void> {
  const { teller } = world;
  const params = { endpointId };
  await teller.tell('getEndpoint', MARKET, { params });
  const { items } = await teller.tell('listEventDeliveries', MARKET, { params, query: { limit: '2' } });
  const { eventId } = first(items, 'delivery');
  await teller.tell('listDeliveries', MARKET, { query: { endpointId, limit: '2' } });
  await teller.tell('getEventDelivery', MARKET, { params: { endpointId, eventId } });
  await teller.tell('redeliver', MARKET, { params: { endpointId, eventId } });
  await teller.tell('listEvents', MARKET, { query: { eventType: 'payment.approved', limit: '2' } });
  await teller.tell('getEvent', MARKET, { params: { eventId } });
  const from = '2026-05-26T00:00:00+09:00';
  const to = '2026-05-26T23:59:59+09:00';
  await teller.tell('replayEvents', MARKET, {
    params,
    body: { reason: '수신 서버 장애 복구', from, to, which: 'all' },
  });
  await teller.tell('pauseEndpoint', MARKET, { params, body: { reason: '수신 서버 점검' } });
  await teller.tell('resumeEndpoint', MARKET, { params, body: { reason: '수신 서버 점검 완료' } });
  await teller.tell('rotateEndpointSecret', MARKET, { params, body: { reason: '분기별 교체', overlapHours: 24 } });
  await world.later();
  const webhooks = await teller.tell('listProviderWebhooks', OPERATOR, { query: { limit: '2' } });
  const { id: webhookId } = first(webhooks.items, 'webhook of the provider');
  await teller.tell('getProviderWebhook', OPERATOR, { params: { webhookId } });
  await teller.tell('replayProviderWebhook', OPERATOR, { params: { webhookId }, body: { reason: '누락 확인' } });
  await teller.tell('removeEndpoint', MARKET, { params });
}
