import '@jeongsan/nest-kit/instrument';
import 'reflect-metadata';
import { bootstrap, settings } from '@jeongsan/nest-kit';
import { sandboxApp } from './app.module.js';
import { Env } from './env.js';

/** Over when the service listens. */
export const started = bootstrap(sandboxApp(settings(Env)));
