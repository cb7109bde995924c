import '@jeongsan/nest-kit/instrument';
import { bootstrap, settings } from '@jeongsan/nest-kit';
import { frontDoorApp } from './app.module.js';
import { Env } from './env.js';

/** Over when the service listens. */
export const started = bootstrap(frontDoorApp(settings(Env), () => performance.now()));
