import { instantAt } from '@jeongsan/calendar';
import { connectDatabase } from '@jeongsan/database';
import type { Client } from '@jeongsan/http-contract';
import { gatewayContract } from '@jeongsan/platform-contract';
import { createClientFor, createProviderClient } from '@jeongsan/provider-client';
import { webhookEventTypes } from '@jeongsan/provider-contract';
import type { ProviderSide } from '@jeongsan/provider-walks';
import { startServers } from '@jeongsan/stack';
import { generateMarket, startPlatform, waitUntilQuiet, type AppName, type Platform } from '../../src/index.js';
import { setClocks } from '../../src/clock/move-clock.js';
import { onboardSellers } from '../../src/play/onboard-sellers.js';
import { SMALL_MONTH } from '../rehearsal.js';

/** The first day, a Monday; sellers are known since the Friday before. */
export const FIRST_DAY = '2026-05-11';
const OPENS_ON = '2026-05-08';
const QUIET_WITHIN_MS = 120_000;

/** The two addresses that a client of the provider's documents can have. */
export type SideName = 'gateway' | 'provider';

const { cancelOrderPayment } = gatewayContract;
type Cancels = Client<{ cancelOrderPayment: typeof cancelOrderPayment }>;

/** A running platform with four sellers, and a client of the provider's documents at each address. */
export type Stage = Readonly<{
  platform: Platform;
  sides: Readonly<Record<SideName, ProviderSide>>;
  /** Cancels through us that may name lines. A lost answer is not asked for again. */
  cancelThroughUs: Cancels['cancelOrderPayment'];
  sellers: readonly string[];
  /** For proofs that must not rely on the API under test. */
  query: <T>(sql: string, parameters?: unknown[]) => Promise<T[]>;
  /** Sets all clocks. */
  moveTo: (at: Date) => Promise<void>;
  /** Sets all clocks, and waits until everything that is due by then has happened. */
  letUntil: (at: Date) => Promise<void>;
  close: () => Promise<void>;
}>;

export async function openStage(name: string): Promise<Stage> {
  const servers = await startServers({ name, fresh: true, inMemory: true, keepAlive: true, env: {} });
  const clockStartsAt = instantAt(OPENS_ON, '10:00:00');
  const platform = await startPlatform({ name, servers, fresh: true, clockStartsAt });
  const db = await connectDatabase({ url: platform.databaseUrl, poolSize: 2, applicationName: name });
  const { control } = platform.clients;
  const moveTo = (at: Date) => setClocks(platform, at, QUIET_WITHIN_MS);
  const sellers = await onboardFour(platform, moveTo);
  await control.changeSettings({
    body: { walletAutomaticPayments: true, walletCardPoints: true, overseasCancelSeconds: null },
  });
  await control.registerWebhook({
    body: { url: `${platform.apps['webhook-ingestor'].url}/webhooks/provider`, events: [...webhookEventTypes] },
  });
  const { apps, keys } = platform;
  const at = (app: AppName, secretKey: string) => ({
    ...{ baseUrl: apps[app].url, secretKey, securityKeys: [keys.securityKey] },
    now: () => new Date(),
  });
  const gateway = at('payments-gateway', keys.marketApiKey);
  const cancels = createClientFor({ cancelOrderPayment }, gateway);
  return {
    platform,
    sides: {
      gateway: { api: createProviderClient(gateway), control },
      provider: { api: createProviderClient(at('provider-sandbox', keys.providerSecretKey)), control },
    },
    cancelThroughUs: (input, options) =>
      cancels.cancelOrderPayment(input, { accessToken: keys.marketApiKey, ...options }),
    sellers,
    query: (sql, parameters) => db.query(sql, parameters),
    moveTo,
    letUntil: async (at) => {
      await moveTo(at);
      await waitUntilQuiet(platform, { at, withinMs: QUIET_WITHIN_MS });
    },
    close: async () => {
      await db.destroy();
      await platform.stop();
      await servers.stop();
    },
  };
}

/** Four companies that pay 10 % commission, are paid at the end of the month, and so keep what they earn until then. */
async function onboardFour(platform: Platform, moveTo: Stage['moveTo']): Promise<string[]> {
  const sellers = generateMarket(SMALL_MONTH)
    .sellers.filter(({ businessType, verification }) => businessType === 'CORPORATE' && verification === 'COMPLETED')
    .slice(0, 4);
  const at = instantAt(OPENS_ON, '11:00:00');
  await moveTo(at);
  const terms = sellers.map(({ sellerId }) => ({
    ...{ sellerId, effectiveFrom: OPENS_ON, commissionRate: 10_000, datePolicy: 'HOLIDAY_AFTER', taxType: 'GENERAL' },
    tranches: [{ percent: 100, days: 2, unit: 'BUSINESS' }],
    cycle: { kind: 'MONTHLY', daysOfMonth: [31] },
    reserve: undefined,
    debtNetPercent: 100,
  })) satisfies Parameters<typeof onboardSellers>[1]['terms'];
  await onboardSellers(platform, { sellers, terms }, { at, withinMs: QUIET_WITHIN_MS });
  return sellers.map(({ sellerId }) => sellerId);
}
