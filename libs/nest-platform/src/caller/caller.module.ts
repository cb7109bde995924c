import { type DynamicModule, Module } from '@nestjs/common';
import { Approving, CallerController } from './caller.controller.js';
import type { ApprovalFacts } from './view-caller.js';

/** Serves `GET /me`. */
@Module({})
export class CallerModule {
  static for(facts: ApprovalFacts | null): DynamicModule {
    return {
      module: CallerModule,
      controllers: [CallerController],
      providers: [{ provide: Approving, useValue: { facts } satisfies Approving }],
    };
  }
}
