import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { HolidayHorizon } from './holiday-horizon.js';
import { KIT_OPTIONS, type KitOptions } from './kit-options.js';
import { Metrics } from './metrics/metrics.js';
import { READINGS } from './metrics/reading.js';
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
        { provide: Metrics, useFactory: () => new Metrics().addProcess() },
        { provide: READINGS, useValue: [] },
        { provide: READINESS, useValue: [] },
        { provide: HolidayHorizon, useFactory: (metrics: Metrics) => new HolidayHorizon(metrics), inject: [Metrics] },
      ],
      exports: [Metrics],
    };
  }
}
