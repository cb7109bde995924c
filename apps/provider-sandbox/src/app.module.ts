import { Module, type DynamicModule } from '@nestjs/common';
import { READINESS, type KitOptions, type Readiness } from '@jeongsan/nest-kit';
import { providerApiStyle, providerContract } from '@jeongsan/provider-contract';
import { ProviderFilter } from './api/provider-filter.js';
import { serveProvider } from './api/serve-provider.js';
import { replyToUnreadableAddress, replyToUnreadableBytes } from './api/unreadable.js';
import { serveShop } from './hosted-page/serve-shop.js';
import { serveControl } from './control/serve-control.js';
import { DueWork } from './due-work.js';
import type { Env } from './env.js';
import { SandboxLife } from './sandbox-life.js';
import { openWorld, type World } from './world.js';

const WORLD = Symbol('world');

/** The sandbox: the provider's API, the control API, and the due work. */
@Module({})
class SandboxModule {
  static for(env: Env): DynamicModule {
    return {
      module: SandboxModule,
      providers: [
        { provide: WORLD, useFactory: () => openWorld(env) },
        { provide: DueWork, useFactory: (world: World) => new DueWork(world), inject: [WORLD] },
        {
          provide: SandboxLife,
          useFactory: (world: World, work: DueWork) => new SandboxLife(world, work),
          inject: [WORLD, DueWork],
        },
        { provide: READINESS, useFactory: (world: World) => [databaseReady(world)], inject: [WORLD] },
      ],
    };
  }
}

const databaseReady = ({ database }: World): Readiness => ({
  name: 'database',
  check: async () => {
    await database.rows('select 1');
    return {};
  },
});

/** The options with which nest-kit runs the sandbox. */
export function sandboxApp(env: Env): KitOptions {
  const filter = new ProviderFilter();
  return {
    module: SandboxModule.for(env),
    env,
    title: 'provider-sandbox',
    contract: providerContract,
    apiStyle: providerApiStyle,
    filter,
    unreadable: {
      frameworkErrors: (_error, request, reply) => replyToUnreadableAddress(env.API_VERSION, request, reply),
      clientErrorHandler: replyToUnreadableBytes,
    },
    // The platform's guard is off, because each operation authenticates its callers like the provider does.
    guard: false,
    configure: (app) => {
      const world = app.get<World>(WORLD);
      const server = app.getHttpAdapter().getInstance();
      filter.use(world);
      serveProvider(server, world, app.get(DueWork));
      serveShop(server, world, app.get(DueWork));
      if (env.CONTROL_ENABLED) serveControl(server, world, app.get(DueWork));
    },
  };
}
