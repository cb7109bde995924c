import '@jeongsan/nest-kit/instrument';
import 'reflect-metadata';
import { bootstrap, settings } from '@jeongsan/nest-kit';
import { sandboxApp } from './app.module.js';
import { Env } from './env.js';

await bootstrap(sandboxApp(settings(Env)));
