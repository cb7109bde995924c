import { Module, type DynamicModule } from '@nestjs/common';
import { READINESS, type KitOptions, type Readiness } from '@jeongsan/nest-kit';
import { providerApiStyle, providerContract } from '@jeongsan/provider-contract';
import { ProviderFilter } from './api/provider-filter.js';
import { serveProvider } from './api/serve-provider.js';
import { replyToUnreadableAddress, replyToUnreadableBytes } from './api/unreadable.js';
import { PageTokens } from './hosted-page/page-token.js';
import { serveFonts } from './hosted-page/serve-fonts.js';
import { serveWalletPages } from './hosted-page/serve-wallet-pages.js';
import { serveShop } from './hosted-page/serve-shop.js';
import { serveControl } from './control/serve-control.js';
import type { Env } from './env.js';
import { Merchants } from './merchant/merchants.js';
import { serveWindows } from './payment-window/serve-windows.js';
import { SandboxLife } from './sandbox-life.js';
import type { World } from './world.js';

/** The sandbox: the provider's API, the control API, and the due work. */
@Module({})
class SandboxModule {
  static for(env: Env): DynamicModule {
    return {
      module: SandboxModule,
      providers: [
        { provide: Merchants, useFactory: () => Merchants.open(env) },
        {
          provide: SandboxLife,
          useFactory: (merchants: Merchants) => new SandboxLife(merchants),
          inject: [Merchants],
        },
        {
          provide: READINESS,
          useFactory: ({ first }: Merchants) => [databaseReady(first.world)],
          inject: [Merchants],
        },
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
      const merchants = app.get(Merchants);
      const server = app.getHttpAdapter().getInstance();
      filter.use(merchants.first.world);
      serveProvider(server, merchants);
      merchants.first.world.shop.servedBy(server);
      const tokens = new PageTokens(env.SECRET_KEYS[0]?.secretKey ?? '');
      serveFonts(server);
      serveWalletPages(server);
      serveShop(server, merchants, tokens);
      serveWindows(server, merchants, tokens);
      if (env.CONTROL_ENABLED) serveControl(server, merchants);
    },
  };
}
