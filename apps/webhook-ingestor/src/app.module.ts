import { Module, type DynamicModule } from '@nestjs/common';
import { DataSeal, parseSecurityKey } from '@jeongsan/jwe';
import { by, Clock, Metrics, READINGS } from '@jeongsan/nest-kit';
import { keepDaily, platformModules } from '@jeongsan/nest-platform';
import { SCHEDULES } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { DeliveriesLoop, DeliveryRole } from './deliver-event/deliveries.loop.js';
import { Deliverer } from './deliver-event/deliverer.js';
import { deliveryReading } from './deliver-event/delivery-reading.js';
import { deliverySender } from './deliver-event/send-delivery.js';
import { DeliveriesWorker } from './deliveries.worker.js';
import { Door } from './door/door.js';
import { EndpointsController } from './endpoints.controller.js';
import { lookReading } from './provider-webhooks/look-reading.js';
import { ProviderWebhooksController } from './provider-webhooks/provider-webhooks.controller.js';
import { EventSchemasController } from './read-event-schemas/event-schemas.controller.js';
import type { Env } from './env.js';
import { KeepDays } from './keep-data/kept-webhooks.js';
import { InboxUpkeep, OlderKeys } from './keep-inbox/inbox-upkeep.js';
import { InboxOptions, WebhookInbox } from './receive-webhook/webhook-inbox.js';
import { keyIdOf } from './sealed-body.js';
import { publicResolver, TARGET_RULES, type TargetRules } from './target-address.js';

const POOL_SIZE = 15;

export const controllers = [EndpointsController, EventSchemasController, ProviderWebhooksController] as const;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    const rules: TargetRules = { allowInsecure: env.ALLOW_INSECURE_TARGETS, resolve: publicResolver() };
    return {
      module: AppModule,
      imports: platformModules(env, 'webhook-ingestor', POOL_SIZE),
      controllers: [...controllers],
      providers: [
        { provide: InboxOptions, useValue: inboxOptions(env) },
        { provide: Door, useFactory: door(env), inject: [Metrics] },
        { provide: READINGS, useValue: [lookReading, deliveryReading] },
        { provide: OlderKeys, useValue: { ids: env.DATA_KEYS.slice(1).map((key) => keyIdOf(new DataSeal([key]))) } },
        WebhookInbox,
        InboxUpkeep,
        { provide: TARGET_RULES, useValue: rules },
        { provide: DeliveryRole, useValue: { delivers: env.ROLE !== 'http' } satisfies DeliveryRole },
        { provide: Deliverer, useFactory: deliverer(rules), inject: [DataSource, DataSeal, Clock, Metrics] },
        DeliveriesLoop,
        { provide: KeepDays, useValue: keepDays(env) },
        { provide: SCHEDULES, useValue: [keepDaily('webhook-data.keep')] },
        DeliveriesWorker,
      ],
    };
  }
}

const keepDays = (env: Env): KeepDays => ({
  webhooks: env.KEEP_WEBHOOKS_DAYS,
  deliveries: env.KEEP_DELIVERIES_DAYS,
  events: env.KEEP_EVENTS_DAYS,
});

const inboxOptions = (env: Env): InboxOptions => ({
  databaseUrl: env.DATABASE_URL,
  // One address receives the webhooks of all accounts, and a webhook does not say which account it is from.
  securityKeys: [
    ...env.PROVIDER_SECURITY_KEYS,
    ...(env.PROVIDER_ACCOUNTS ?? []).flatMap(({ securityKeys }) => securityKeys.map(parseSecurityKey)),
  ],
  signedHoursMax: env.WEBHOOK_SIGNED_HOURS_MAX,
  looks: {
    afterSeconds: env.WEBHOOK_LOOK_AFTER_MS / 1_000,
    intervalSeconds: env.WEBHOOK_LOOK_INTERVAL_SECONDS,
    unknownPerMinute: env.WEBHOOK_UNKNOWN_PER_MINUTE,
    perSubjectAndMinute: env.WEBHOOK_SUBJECT_PER_MINUTE,
  },
});

const door = (env: Env) => (metrics: Metrics) => {
  const made = new Door({
    unsignedBytesMax: env.WEBHOOK_UNSIGNED_BYTES_MAX,
    signedBytesMax: env.WEBHOOK_SIGNED_BYTES_MAX,
    unsignedPerSecond: env.WEBHOOK_UNSIGNED_PER_SECOND,
    sources: env.WEBHOOK_SOURCES,
    trustedProxies: env.WEBHOOK_TRUSTED_PROXIES,
    pathSecret: env.WEBHOOK_PATH_SECRET,
    connectionsMax: env.WEBHOOK_CONNECTIONS_MAX,
  });
  metrics.gauge('provider_webhook_bytes', () =>
    by(
      'pool',
      Object.entries(made.pools).map(([pool, { inUse }]) => [pool, inUse] as const),
    ),
  );
  return made;
};

const deliverer =
  (rules: TargetRules) =>
  (db: DataSource, seal: DataSeal, { now }: Clock, metrics: Metrics): Deliverer => {
    const attempts = metrics.counter('event_deliveries_total');
    const byEndpoint = metrics.counter('endpoint_deliveries_total');
    return new Deliverer({
      db,
      seal,
      now,
      send: deliverySender(rules),
      onAttempt: (delivery, { error }) => {
        attempts.inc({ event: delivery.type, outcome: error ?? 'delivered' });
        byEndpoint.inc({ endpoint_id: delivery.endpoint_id, outcome: error === null ? 'delivered' : 'failed' });
      },
    });
  };
