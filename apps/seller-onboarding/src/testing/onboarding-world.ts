import { createSecretKey } from 'node:crypto';
import { resolve } from 'node:path';
import { calendarReader } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import { DataKeys, DataSeal } from '@jeongsan/jwe';
import type { applySeller } from '@jeongsan/platform-contract';
import { createProviderClient, eachSeller, type SellerItem } from '@jeongsan/provider-client';
import { startSandbox, testDatabase, type Sandbox, type TestDatabase } from '@jeongsan/testing';
import type { Onboarding } from '../onboarding.js';
import { createVault } from '../seller-vault.js';

export type Application = Input<typeof applySeller>['body'];
export const DATA_KEY = 'ef'.repeat(32);
export const FINGERPRINT_KEY = '0f'.repeat(32);
/** A business day's morning, when the banks answer. */
export const MORNING = new Date('2026-11-20T01:00:00Z');

/** The onboarding's functions with the real sandbox, a real database, and a clock that the test moves. */
export class OnboardingWorld {
  sandbox!: Sandbox;
  database!: TestDatabase;
  onboarding!: Onboarding;
  private instant = MORNING;

  async open(): Promise<void> {
    [this.sandbox, this.database] = await Promise.all([startSandbox(resolve(__dirname, '../../..')), testDatabase()]);
    await this.sandbox.control.setClock({ body: { now: MORNING, mode: 'frozen' } });
    const now = () => this.instant;
    const seal = new DataSeal(DataKeys.parse(DATA_KEY));
    const calendar = calendarReader(this.database.db);
    this.onboarding = {
      db: this.database.db,
      now,
      wait: async () => ({ calendar: await calendar(), businessDays: 3 }),
      approval: { limits: null, reauthThreshold: 500_000_000n, reauthSeconds: 900 },
      provider: this.providerWith(this.sandbox.secretKey),
      seal,
      keepSellersDays: 1_827,
      vault: createVault({
        seal,
        fingerprintKey: createSecretKey(FINGERPRINT_KEY, 'hex'),
      }),
    };
  }

  providerWith(secretKey: string): Onboarding['provider'] {
    const { baseUrl, securityKey } = this.sandbox;
    return createProviderClient({
      baseUrl,
      secretKey,
      securityKeys: [securityKey],
      now: () => this.instant,
      retryBaseMs: 1,
    });
  }

  later(minutes: number): void {
    this.instant = new Date(this.instant.getTime() + minutes * 60_000);
  }

  /** Prepares a test: no applications, no faults. */
  async begin(): Promise<void> {
    this.instant = MORNING;
    await this.database.db.query(
      'truncate onboarding.seller, messaging.event, messaging.outbox, webhooks.endpoint cascade',
    );
    await this.sandbox.control.clearFaults({});
    await this.sandbox.control.setClock({ body: { now: MORNING, mode: 'frozen' } });
  }

  async close(): Promise<void> {
    await this.sandbox.stop();
    await this.database.drop();
  }

  fault(
    operation: string,
    kind: 'delay' | 'drop-before-commit' | 'drop-after-commit' | 'error' | 'garbage',
    more: object = {},
  ) {
    return this.sandbox.control.addFault({ body: { operation, kind, times: 1, ...more } });
  }

  /** The provider's sellers with a reference. */
  async atProvider(refSellerId: string): Promise<SellerItem[]> {
    const found: SellerItem[] = [];
    for await (const seller of eachSeller(this.sandbox.api)) if (seller.refSellerId === refSellerId) found.push(seller);
    return found;
  }

  /** The statuses in the emitted events of a seller, in order. */
  async announced(sellerId: string): Promise<string[]> {
    const rows = await this.database.db.query<{ status: string }[]>(
      `select data ->> 'status' as status from messaging.event where entity_id = $1 and type = 'seller.changed' order by sequence`,
      [sellerId],
    );
    return rows.map((row) => row.status);
  }

  /** The enqueued jobs that are not done. */
  openJobs(): Promise<{ job: string; data: Record<string, string>; run_at: Date }[]> {
    return this.database.db.query('select job, data, run_at from messaging.outbox where done_at is null order by id');
  }
}

let count = 0;
/** A seller id that no other test uses, because the provider never forgets a reference. */
export const newSellerId = (): string => `shop-${process.pid}-${(count += 1)}`;

const business = { representativeName: '김정산', businessRegistrationNumber: '2208162517' };

/** A valid application. */
export function application(more: Partial<Application> = {}): Application {
  const { businessType = 'CORPORATE' } = more;
  return {
    sellerId: newSellerId(),
    businessType,
    name: '과일가게',
    ...(businessType !== 'INDIVIDUAL' && business),
    email: 'fruit@market.example',
    phone: '01012345678',
    account: { bankCode: '088', accountNumber: '1101234567812', holderName: '김정산' },
    ...more,
  };
}

/** Account numbers for which the sandbox's banks give chosen answers. */
export const accounts = {
  another: { bankCode: '020', accountNumber: '2201234567834', holderName: '김정산' },
  ofNobody: { bankCode: '088', accountNumber: '1101234560000', holderName: '김정산' },
  ofSomebodyElse: { bankCode: '088', accountNumber: '1101234569999', holderName: '김정산' },
  atNoBank: { bankCode: '999', accountNumber: '1101234567812', holderName: '김정산' },
} as const;
