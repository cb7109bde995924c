import '@jeongsan/nest-kit/instrument';
import { bootstrap, servedBy, settings } from '@jeongsan/nest-kit';
import { eventEndpointsContract, receiveProviderWebhook, operationsContract } from '@jeongsan/platform-contract';
import { AppModule, controllers } from './app.module.js';
import { Env } from './env.js';
import { receiveWebhooks } from './receive-webhook/receive-webhook.route.js';

const env = settings(Env);
await bootstrap({
  module: AppModule.for(env),
  env,
  title: 'webhook-ingestor',
  contract: { receiveProviderWebhook, ...servedBy(eventEndpointsContract, controllers), ...operationsContract },
  configure: receiveWebhooks,
});
