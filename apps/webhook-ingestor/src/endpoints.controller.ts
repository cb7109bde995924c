import { Inject } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import { DataSeal } from '@jeongsan/jwe';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { eventEndpointsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { DeliveriesLoop } from './deliver-event/deliveries.loop.js';
import { pauseEndpoint, resumeEndpoint } from './pause-endpoint/pause-endpoint.js';
import { findEndpoint, listDeliveries, listEndpoints, readDelivery } from './read-endpoints/read-endpoints.js';
import { listDeliveriesOfAll } from './read-endpoints/list-deliveries.js';
import { listEvents, readEvent } from './read-events/read-events.js';
import { redeliver } from './redeliver/redeliver.js';
import { registerEndpoint } from './register-endpoint/register-endpoint.js';
import { removeEndpoint } from './remove-endpoint/remove-endpoint.js';
import { replayEvents } from './replay-events/replay-events.js';
import { rotateSecret } from './rotate-secret/rotate-secret.js';
import { testEndpoint } from './test-endpoint/test-endpoint.js';
import { TARGET_RULES, type TargetRules } from './target-address.js';

@Serves(eventEndpointsContract)
export class EndpointsController {
  constructor(
    private readonly db: DataSource,
    private readonly reads: ReadDatabase,
    private readonly clock: Clock,
    private readonly seal: DataSeal,
    private readonly deliveries: DeliveriesLoop,
    @Inject(TARGET_RULES) private readonly rules: TargetRules,
  ) {}

  readonly handlers: Handlers<typeof eventEndpointsContract> = {
    registerEndpoint: ({ body }, { caller }) =>
      registerEndpoint({ db: this.db, seal: this.seal, rules: this.rules, now: this.clock.now }, body, caller),
    listEndpoints: async () => ({ items: await listEndpoints(this.db) }),
    getEndpoint: ({ params }) => findEndpoint(this.db, params.endpointId),
    rotateEndpointSecret: (input, { caller }) =>
      rotateSecret({ db: this.db, seal: this.seal }, input, caller, this.clock.now()),
    pauseEndpoint: ({ params: { endpointId }, body: { reason } }, { caller: author }) =>
      transaction(this.db, (tx) => pauseEndpoint(tx, 'PERSON', { endpointId, author, reason, now: this.clock.now() })),
    resumeEndpoint: async ({ params: { endpointId }, body: { reason } }, { caller: author }) => {
      const resumed = await transaction(this.db, (tx) =>
        resumeEndpoint(tx, { endpointId, author, reason, now: this.clock.now() }),
      );
      this.deliveries.wake();
      return resumed;
    },
    testEndpoint: async ({ params }, { caller }) => {
      const tested = await testEndpoint(this.db, params.endpointId, caller, this.clock.now());
      this.deliveries.wake();
      return tested;
    },
    removeEndpoint: ({ params }, { caller }) => removeEndpoint(this.db, params.endpointId, caller, this.clock.now()),
    listEvents: ({ query }) => listEvents(this.reads, query),
    getEvent: ({ params }) => readEvent(this.reads, params.eventId),
    listDeliveries: (input) => listDeliveriesOfAll(this.reads, input),
    listEventDeliveries: (input) => listDeliveries(this.reads, input),
    getEventDelivery: (input) => readDelivery(this.reads, input),
    redeliver: async ({ params }, { caller }) => {
      const delivery = await redeliver(this.db, params.endpointId, params.eventId, caller, this.clock.now());
      this.deliveries.wake();
      return delivery;
    },
    replayEvents: async (input, { caller }) => {
      const replayed = await replayEvents(this.db, input, caller, this.clock.now());
      this.deliveries.wake();
      return replayed;
    },
  };
}
