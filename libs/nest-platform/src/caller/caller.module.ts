import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiKey } from '@jeongsan/nest-kit';
import { Approving, CallerController, KnownKeys } from './caller.controller.js';
import type { ApprovalFacts } from './view-caller.js';

/** Serves `GET /me`, and the keys that the service accepts. */
@Module({})
export class CallerModule {
  static for(facts: ApprovalFacts | null, keys: readonly ApiKey[]): DynamicModule {
    return {
      module: CallerModule,
      controllers: [CallerController],
      providers: [
        { provide: Approving, useValue: { facts } satisfies Approving },
        { provide: KnownKeys, useValue: { keys } satisfies KnownKeys },
      ],
    };
  }
}
