import '@jeongsan/nest-kit/instrument';
import { bootstrap, parseEnv, servedBy } from '@jeongsan/nest-kit';
import { gatewayContract } from '@jeongsan/platform-contract';
import { operationsContract } from '@jeongsan/queues';
import { AppModule, controllers } from './app.module.js';
import { Env } from './env.js';

const env = parseEnv(Env);
await bootstrap({
  module: AppModule.for(env),
  env,
  title: 'payments-gateway',
  contract: { ...servedBy(gatewayContract, controllers), ...operationsContract },
});
