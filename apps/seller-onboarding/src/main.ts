import '@jeongsan/nest-kit/instrument';
import { bootstrap, servedBy, settings } from '@jeongsan/nest-kit';
import { onboardingContract } from '@jeongsan/platform-contract';
import { operationsContract } from '@jeongsan/queues';
import { AppModule, controllers } from './app.module.js';
import { Env } from './env.js';

const env = settings(Env);
await bootstrap({
  module: AppModule.for(env),
  env,
  title: 'seller-onboarding',
  contract: { ...servedBy(onboardingContract, controllers), ...operationsContract },
});
