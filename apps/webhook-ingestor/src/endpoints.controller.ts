import { Inject } from '@nestjs/common';
import { DataSeal } from '@jeongsan/jwe';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { eventEndpointsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { DeliveriesLoop } from './deliver-event/deliveries.loop.js';
import { listDeliveries, listEndpoints } from './read-endpoints/read-endpoints.js';
import { redeliver } from './redeliver/redeliver.js';
import { registerEndpoint } from './register-endpoint/register-endpoint.js';
import { removeEndpoint } from './remove-endpoint/remove-endpoint.js';
import { TARGET_RULES, type TargetRules } from './target-address.js';

@Serves(eventEndpointsContract)
export class EndpointsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly seal: DataSeal,
    private readonly deliveries: DeliveriesLoop,
    @Inject(TARGET_RULES) private readonly rules: TargetRules,
  ) {}

  readonly handlers: Handlers<typeof eventEndpointsContract> = {
    registerEndpoint: ({ body }, { caller }) =>
      registerEndpoint({ db: this.db, seal: this.seal, rules: this.rules, now: this.clock.now }, body, caller),
    listEndpoints: async () => ({ items: await listEndpoints(this.db) }),
    removeEndpoint: ({ params }, { caller }) => removeEndpoint(this.db, params.endpointId, caller, this.clock.now()),
    listEventDeliveries: (input) => listDeliveries(this.db, input),
    redeliver: async ({ params }, { caller }) => {
      const delivery = await redeliver(this.db, params.endpointId, params.eventId, caller, this.clock.now());
      this.deliveries.wake();
      return delivery;
    },
  };
}
