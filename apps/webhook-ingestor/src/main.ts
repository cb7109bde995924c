import '@jeongsan/nest-kit/instrument';
import { bootstrap, parseEnv } from '@jeongsan/nest-kit';
import { ingestorContract } from '@jeongsan/platform-contract';
import { operationsContract } from '@jeongsan/queues';
import { AppModule } from './app.module.js';
import { Env } from './env.js';
import { receiveWebhooks } from './receive-webhook/receive-webhook.route.js';

const env = parseEnv(Env);
await bootstrap({
  module: AppModule.for(env),
  env,
  title: 'webhook-ingestor',
  contract: { ...ingestorContract, ...operationsContract },
  configure: receiveWebhooks,
});
