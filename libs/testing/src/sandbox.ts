import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { createProviderClient, type ProviderClient } from '@jeongsan/provider-client';
import type { PayoutStatus } from '@jeongsan/provider-contract';
import { MERCHANT_HEADER, sandboxControlContract } from '@jeongsan/sandbox-control';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import { emptyDatabase } from './test-database.js';

export type Sandbox = Readonly<{
  app: App;
  baseUrl: string;
  secretKey: string;
  securityKey: string;
  /** The previous security key: the provider still accepts it, as in the days after a rotation. */
  oldSecurityKey: string;
  /** A client of the provider's API. */
  api: ProviderClient;
  /** A client of the control API: clock, buyers, reviewers, banks and faults. */
  control: Client<typeof sandboxControlContract>;
  /** Adds another merchant: another account of the market at the provider, with the setting that names it to the platform. */
  addMerchant: (mId: string, purposes: readonly string[]) => Promise<SandboxMerchant>;
  /** The provider's own records of payouts, in the order of their requests, read from the database: no fault changes them. */
  bookedPayouts: () => Promise<BookedPayout[]>;
  stop: () => Promise<void>;
}>;

/** A further merchant of the sandbox. */
export type SandboxMerchant = Readonly<{
  /** One entry of PROVIDER_ACCOUNTS. */
  account: Readonly<{ mId: string; secretKey: string; securityKeys: readonly string[]; purposes: readonly string[] }>;
  api: ProviderClient;
  control: Client<typeof sandboxControlContract>;
}>;

/** A payout in the provider's records. */
export type BookedPayout = Readonly<{
  id: string;
  refPayoutId: string;
  destination: string;
  amount: bigint;
  status: PayoutStatus;
  scheduleType: string;
  /** Asia/Seoul. */
  payoutDate: string;
  requestedAt: Date;
}>;

const BOOKED_PAYOUTS = `select id, ref_payout_id as "refPayoutId", destination, amount, status, schedule_type as "scheduleType",
    payout_date as "payoutDate", requested_at as "requestedAt"
  from payout order by seq`;

/**
 * Starts the real provider sandbox in a process of its own, with an empty database of its own. Needs a build (`npm test` makes
 * one). `apps`: the path of this repository's apps from the caller; a parameter, because libraries must not know apps.
 */
export async function startSandbox(appsFolder: string): Promise<Sandbox> {
  const database = await emptyDatabase();
  const secretKey = `test_sk_${randomBytes(12).toString('hex')}`;
  const securityKey = randomBytes(32).toString('hex');
  const oldSecurityKey = randomBytes(32).toString('hex');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'jeongsan-sandbox-'));
  const app = await startApp({
    name: 'provider-sandbox',
    entry: join(appsFolder, 'provider-sandbox/dist/bundle/main.js'),
    port,
    logFile: join(folder, 'sandbox.log'),
    env: {
      DATABASE_URL: database.url,
      SECRET_KEYS: secretKey,
      SECURITY_KEYS: `${securityKey},${oldSecurityKey}`,
      M_ID: 'tjeongsan',
      LOG_LEVEL: 'warn',
    },
  });
  const send = httpSend({ maxSockets: 32, maxReplyBytes: 8 * 1024 * 1024 });
  const control = createClient(sandboxControlContract, app.url, send);
  return {
    app,
    baseUrl: app.url,
    secretKey,
    securityKey,
    oldSecurityKey,
    api: createProviderClient({ baseUrl: app.url, secretKey, securityKeys: [securityKey], now: () => new Date() }),
    control,
    addMerchant: async (mId, purposes) => {
      const { secretKeys, securityKeys } = await control.addMerchant({ body: { mId, purposes: [...purposes] } });
      const [merchantKey = ''] = secretKeys;
      const named: Send = (request) => send({ ...request, headers: { ...request.headers, [MERCHANT_HEADER]: mId } });
      return {
        account: { mId, secretKey: merchantKey, securityKeys, purposes },
        api: createProviderClient({ baseUrl: app.url, secretKey: merchantKey, securityKeys, now: () => new Date() }),
        control: createClient(sandboxControlContract, app.url, named),
      };
    },
    bookedPayouts: () => database.db.query<BookedPayout[]>(BOOKED_PAYOUTS),
    stop: async () => {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}
