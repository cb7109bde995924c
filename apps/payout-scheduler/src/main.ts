import '@jeongsan/nest-kit/instrument';
import { bootstrap, SellerSessions, servedBy, settings } from '@jeongsan/nest-kit';
import { schedulerContract, operationsContract } from '@jeongsan/platform-contract';
import { apiStyle } from '@jeongsan/platform-contract/reference';
import { AppModule, controllers } from './app.module.js';
import { Env } from './env.js';

const env = settings(Env);
/** Over when the service listens. */
export const started = bootstrap({
  module: AppModule.for(env),
  env,
  title: 'payout-scheduler',
  contract: { ...servedBy(schedulerContract, controllers), ...operationsContract },
  apiStyle: apiStyle('service'),
  sellers: new SellerSessions(env.SELLER_SESSION_KEY),
});
