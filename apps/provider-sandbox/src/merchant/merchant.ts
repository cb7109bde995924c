import { MerchantSettings, WebhookTarget } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';

export type Settings = z.output<typeof MerchantSettings>;
type SettingsChange = { [K in keyof Settings]?: Settings[K] | undefined };
export type Target = z.output<typeof WebhookTarget>;

// ASSUMED: fee rates are a matter of contract; these are typical ones, in 1/100,000 of the amount, VAT included.
const defaults: Settings = {
  feeRates: { 카드: 2200, 간편결제: 2500, 계좌이체: 1650, 휴대폰: 3300 },
  // ASSUMED: a deposit into a virtual account costs 300 won.
  fixedFees: { 가상계좌: 300 },
  installmentFeeRate: 400,
  installmentDiscountFeeRate: 0,
  pointSavingFeeRate: 100,
  etcFeeRate: 0,
  installmentMonthsMax: 12,
  manualSettlement: false,
  overseasCancelSeconds: 60,
  settlementCycle: 'DAILY',
  payoutLagBusinessDays: 2,
  payoutCompletionSeconds: 5,
  weeklyLimitInclusive: false,
  rejectedRequestsBurnRefPayoutIds: false,
  depositErrorCancels: false,
  shortOrderIdsGetAccounts: false,
  businessNumber: '1234512343',
  receiptApprovalDays: 1,
  refusesSecondReceipts: false,
  hasBillingContract: true,
  measuredCustomerKeyChecks: false,
  hasLegacyPayoutContract: true,
};

/** The one merchant this sandbox serves: its contract and where its webhooks go. Kept in memory, as every request asks. */
export class Merchant {
  private constructor(
    private current: Settings,
    private webhookTarget: Target | undefined,
  ) {}

  static async open(sql: Sql): Promise<Merchant> {
    const [row] = await sql.rows<{ settings: unknown; target: unknown }>(
      'select settings, webhook_target as target from merchant',
    );
    if (!row) await insertMerchant(sql);
    return new Merchant(
      changed(defaults, MerchantSettings.partial().parse(row?.settings ?? {})),
      row?.target ? WebhookTarget.parse(row.target) : undefined,
    );
  }

  get settings(): Settings {
    return this.current;
  }

  get target(): Target | undefined {
    return this.webhookTarget;
  }

  /** For what happens from now on. Fees that are not named stay. */
  async changeSettings(sql: Sql, change: SettingsChange): Promise<Settings> {
    const settings = changed(this.current, change);
    await sql.rows('update merchant set settings = $1', [JSON.stringify(settings)]);
    this.current = settings;
    return settings;
  }

  async registerWebhook(sql: Sql, target: Target): Promise<Target> {
    await sql.rows('update merchant set webhook_target = $1', [JSON.stringify(target)]);
    this.webhookTarget = target;
    return target;
  }

  /** A new contract, after the tables were emptied. */
  async forget(sql: Sql): Promise<void> {
    await insertMerchant(sql);
    this.current = defaults;
    this.webhookTarget = undefined;
  }
}

function changed(settings: Settings, change: SettingsChange): Settings {
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return {
    ...settings,
    ...named,
    feeRates: { ...settings.feeRates, ...change.feeRates },
    fixedFees: { ...settings.fixedFees, ...change.fixedFees },
  };
}

const insertMerchant = (sql: Sql) =>
  sql.rows('insert into merchant (settings) values ($1) on conflict do nothing', [JSON.stringify(defaults)]);
