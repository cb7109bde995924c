import '@jeongsan/nest-kit/instrument';
import 'reflect-metadata';
import { bootstrap } from '@jeongsan/nest-kit';
import { sandboxApp } from './app.module.js';
import { readEnv } from './env.js';

await bootstrap(sandboxApp(readEnv()));
