import '@jeongsan/nest-kit/instrument';
import { bootstrap, parseEnv } from '@jeongsan/nest-kit';
import { gatewayApp } from './app.module.js';
import { Env } from './env.js';

await bootstrap(gatewayApp(parseEnv(Env)));
