import '@jeongsan/nest-kit/instrument';
import { bootstrap } from '@jeongsan/nest-kit';
import { reconcilerApp } from './app.module.js';
import { readEnv } from './env.js';

await bootstrap(reconcilerApp(readEnv()));
