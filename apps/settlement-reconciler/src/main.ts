import { bootstrap } from '@jeongsan/nest-kit';
import { reconcilerContract } from '@jeongsan/platform-contract';
import { operationsContract } from '@jeongsan/queues';
import { AppModule } from './app.module.js';
import { env } from './env.js';

await bootstrap({ module: AppModule, env, title: 'settlement-reconciler', contract: { ...reconcilerContract, ...operationsContract } });
