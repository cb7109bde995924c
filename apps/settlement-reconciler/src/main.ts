import '@jeongsan/nest-kit/instrument';
import { bootstrap, servedBy, settings } from '@jeongsan/nest-kit';
import { reconcilerContract, operationsContract } from '@jeongsan/platform-contract';
import { apiStyle } from '@jeongsan/platform-contract/reference';
import { AppModule, controllers } from './app.module.js';
import { Env } from './env.js';

const env = settings(Env);
/** Over when the service listens. */
export const started = bootstrap({
  module: AppModule.for(env),
  env,
  title: 'settlement-reconciler',
  contract: { ...servedBy(reconcilerContract, controllers), ...operationsContract },
  apiStyle: apiStyle('service'),
});
