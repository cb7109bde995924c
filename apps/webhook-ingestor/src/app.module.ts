import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, IdempotencyStore } from '@jeongsan/nest-kit';
import { platformModules } from '@jeongsan/queues';
import { Counter, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { DeliveriesLoop, DeliveryRole } from './deliver-event/deliveries.loop.js';
import { Deliverer } from './deliver-event/deliverer.js';
import { deliverySender } from './deliver-event/send-delivery.js';
import { DeliveriesWorker } from './deliveries.worker.js';
import { DataKeys } from './endpoint-secret.js';
import { EndpointsController } from './endpoints.controller.js';
import type { Env } from './env.js';
import { InboxOptions, WebhookInbox } from './receive-webhook/webhook-inbox.js';
import { SealedAnswers } from './sealed-answers.js';
import { publicResolver, TARGET_RULES, type TargetRules } from './target-address.js';

const POOL_SIZE = 15;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    const rules: TargetRules = { allowInsecure: env.ALLOW_INSECURE_TARGETS, resolve: publicResolver() };
    return {
      module: AppModule,
      imports: platformModules(env, 'webhook-ingestor', POOL_SIZE),
      controllers: [EndpointsController],
      providers: [
        {
          provide: InboxOptions,
          useValue: { databaseUrl: env.DATABASE_URL, securityKeys: env.PROVIDER_SECURITY_KEYS },
        },
        WebhookInbox,
        { provide: TARGET_RULES, useValue: rules },
        { provide: DataKeys, useValue: { keys: env.DATA_KEYS } satisfies DataKeys },
        { provide: IdempotencyStore, useFactory: sealedAnswers, inject: [DataSource, DataKeys, Clock] },
        { provide: DeliveryRole, useValue: { delivers: env.ROLE !== 'http' } satisfies DeliveryRole },
        { provide: Deliverer, useFactory: deliverer(rules), inject: [DataSource, DataKeys, Clock, Registry] },
        DeliveriesLoop,
        DeliveriesWorker,
      ],
    };
  }
}

const sealedAnswers = (db: DataSource, keys: DataKeys, { now }: Clock) => new SealedAnswers(db, keys, now);

const deliverer =
  (rules: TargetRules) =>
  (db: DataSource, keys: DataKeys, { now }: Clock, registry: Registry): Deliverer => {
    const attempts = new Counter({
      name: 'event_deliveries_total',
      help: 'Attempts to deliver an event, by type and by how they ended',
      labelNames: ['event', 'outcome'],
      registers: [registry],
    });
    return new Deliverer({
      db,
      keys,
      now,
      send: deliverySender(rules),
      onAttempt: (delivery, { error }) => attempts.inc({ event: delivery.type, outcome: error ?? 'delivered' }),
    });
  };
