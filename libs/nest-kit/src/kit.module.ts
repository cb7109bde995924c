import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { HolidayHorizon } from './holiday-horizon.js';
import { KIT_OPTIONS, type KitOptions } from './kit-options.js';
import { READINESS } from './readiness.js';
import { ServiceController } from './service.controller.js';

/** The root module of every app: the app's own module, and the parts that all apps share. */
@Module({})
export class KitModule {
  static for(options: KitOptions, logger: Logger): DynamicModule {
    return {
      module: KitModule,
      global: true,
      imports: [
        // No route gets the logger's middleware: one Fastify hook logs requests, and a middleware would route each request a
        // second time.
        LoggerModule.forRoot({ pinoHttp: { logger }, forRoutes: [] }),
        TerminusModule.forRoot({ logger: false }),
        options.module,
      ],
      controllers: [ServiceController],
      providers: [
        { provide: KIT_OPTIONS, useValue: options },
        { provide: Registry, useFactory: processMetrics },
        { provide: READINESS, useValue: [] },
        { provide: HolidayHorizon, useFactory: (metrics: Registry) => new HolidayHorizon(metrics), inject: [Registry] },
      ],
      exports: [Registry],
    };
  }
}

function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
