import { setClock } from '@jeongsan/database';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { apiKeysOf, TEST_DATA_KEYS, testRedis } from '@jeongsan/testing';
import { gatewayApp } from '../app.module.js';
import { createOrder } from '../orders/create-order/create-order.js';
import { Env } from '../env.js';
import { type GatewayWorld, MONDAY } from './gateway-world.js';
import { order } from './market.js';
import { Side } from './side.js';

/** A key of the market, in the form of the provider's keys. */
export const MARKET_KEY = 'test_sk_0123456789abcdef0123456789abcdef';
const callers = [
  { id: 'market', key: MARKET_KEY, roles: ['market'] },
  { id: 'live', key: 'live_sk_market', roles: ['market'] },
  { id: 'people', key: 'people-key', roles: ['operator'] },
] as const;

export type GatewayApp = Readonly<{ side: Side; stop: () => Promise<void> }>;

/** The whole gateway at a real address, before the world's sandbox. Its worker does nothing: tests look by themselves. */
export async function startGatewayApp(
  world: GatewayWorld,
  settings: Readonly<Record<string, string>> = {},
): Promise<GatewayApp> {
  const redis = await testRedis();
  await setClock(world.db, MONDAY, new Date());
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    ROLE: 'http',
    CONTROLLED_CLOCK: 'true',
    DATABASE_URL: world.url,
    REDIS_URL: redis.url,
    API_KEYS: apiKeysOf(callers),
    PROVIDER_BASE_URL: world.sandbox.baseUrl,
    PROVIDER_SECRET_KEY: world.sandbox.secretKey,
    PROVIDER_SECURITY_KEYS: world.sandbox.securityKey,
    DATA_KEYS: TEST_DATA_KEYS,
    ...settings,
  });
  const app = await createApp(gatewayApp(env));
  await app.listen(0, '127.0.0.1');
  const register = async (orderId: string, amount: number) => {
    await createOrder(world.gateway, order([{ amount: BigInt(amount) }], { orderId }));
  };
  const { control, securityKey } = world.sandbox;
  return {
    side: new Side(await app.getUrl(), MARKET_KEY, control, register, MONDAY, securityKey),
    stop: () => app.close().then(() => redis.close()),
  };
}
