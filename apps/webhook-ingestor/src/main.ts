import '@jeongsan/nest-kit/instrument';
import { bootstrap, servedBy, settings } from '@jeongsan/nest-kit';
import { eventWebhooks, ingestorApi, operationsContract, receiveProviderWebhook } from '@jeongsan/platform-contract';
import { apiStyle } from '@jeongsan/platform-contract/reference';
import { AppModule, controllers } from './app.module.js';
import { Env } from './env.js';
import { receiveWebhooks } from './receive-webhook/receive-webhook.route.js';

const env = settings(Env);
/** Over when the service listens. */
export const started = bootstrap({
  module: AppModule.for(env),
  env,
  title: 'webhook-ingestor',
  contract: { receiveProviderWebhook, ...servedBy(ingestorApi, controllers), ...operationsContract },
  apiStyle: { ...apiStyle('service'), webhooks: eventWebhooks },
  configure: receiveWebhooks,
});
