import { Controller, Inject } from '@nestjs/common';
import type { Input } from '@jeongsan/http-contract';
import { DataSeal } from '@jeongsan/jwe';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import { ingestorContract as api } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { DeliveriesLoop } from './deliver-event/deliveries.loop.js';
import { listDeliveries, listEndpoints } from './read-endpoints/read-endpoints.js';
import { redeliver } from './redeliver/redeliver.js';
import { registerEndpoint } from './register-endpoint/register-endpoint.js';
import { removeEndpoint } from './remove-endpoint/remove-endpoint.js';
import { TARGET_RULES, type TargetRules } from './target-address.js';

@Controller()
export class EndpointsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly seal: DataSeal,
    private readonly deliveries: DeliveriesLoop,
    @Inject(TARGET_RULES) private readonly rules: TargetRules,
  ) {}

  @Implements(api.registerEndpoint)
  register(@Decoded(api.registerEndpoint) { body }: Input<typeof api.registerEndpoint>) {
    return registerEndpoint({ db: this.db, seal: this.seal, rules: this.rules, now: this.clock.now }, body);
  }

  @Implements(api.listEndpoints)
  async list() {
    return { items: await listEndpoints(this.db) };
  }

  @Implements(api.removeEndpoint)
  remove(@Decoded(api.removeEndpoint) { params }: Input<typeof api.removeEndpoint>) {
    return removeEndpoint(this.db, params.endpointId);
  }

  @Implements(api.listEventDeliveries)
  deliveriesTo(@Decoded(api.listEventDeliveries) input: Input<typeof api.listEventDeliveries>) {
    return listDeliveries(this.db, input);
  }

  @Implements(api.redeliver)
  async redeliver(@Decoded(api.redeliver) { params }: Input<typeof api.redeliver>) {
    const delivery = await redeliver(this.db, params.endpointId, params.eventId, this.clock.now());
    this.deliveries.wake();
    return delivery;
  }
}
