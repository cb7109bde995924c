import { DataSeal } from '@jeongsan/jwe';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { providerWebhooksContract } from '@jeongsan/platform-contract';
import { OutboxRelay } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { listWebhooks, readWebhookOf } from './read-webhooks.js';
import { replayWebhook } from './replay-webhook.js';

@Serves(providerWebhooksContract)
export class ProviderWebhooksController {
  constructor(
    private readonly db: DataSource,
    private readonly reads: ReadDatabase,
    private readonly clock: Clock,
    private readonly seal: DataSeal,
    private readonly relay: OutboxRelay,
  ) {}

  readonly handlers: Handlers<typeof providerWebhooksContract> = {
    listProviderWebhooks: (input) => listWebhooks(this.reads, input),
    getProviderWebhook: (input) => readWebhookOf(this.reads, this.seal, input),
    replayProviderWebhook: async (input, { caller }) => {
      const replayed = await replayWebhook({ db: this.db, seal: this.seal }, input, caller, this.clock.now());
      this.relay.kick();
      return replayed;
    },
  };
}
