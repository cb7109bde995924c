import '@jeongsan/nest-kit/instrument';
import { bootstrap, settings } from '@jeongsan/nest-kit';
import { gatewayApp } from './app.module.js';
import { Env } from './env.js';

await bootstrap(gatewayApp(settings(Env)));
