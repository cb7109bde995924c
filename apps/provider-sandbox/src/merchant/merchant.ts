import { API_VERSION_USUAL, type ApiVersion, banks } from '@jeongsan/provider-contract';
import { type AnswerVariant, MerchantSettings, type TaxType, WebhookTarget } from '@jeongsan/sandbox-control';
import { z } from 'zod';
import type { Sql } from '../database/sql.js';
import type { Env } from '../env.js';

export type Settings = z.output<typeof MerchantSettings>;
type SettingsChange = { [K in keyof Settings]?: Settings[K] | undefined };
export type Target = z.output<typeof WebhookTarget>;
export type Targets = Readonly<Record<string, Target>>;
const TargetsStored = z.record(z.string(), WebhookTarget);

// ASSUMED: the documents do not list the institutions at which account holders are looked up indirectly; these are the
// securities firms.
const securitiesFirms = banks.filter(({ shortCode }) => shortCode.startsWith('S')).map(({ code }) => code);

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
  weeklyLimitWindow: 'ROLLING',
  expressStartsAtOnce: false,
  maskAccountNumbers: false,
  payoutContract: true,
  onlyCorporateSellers: false,
  rejectedRequestsBurnRefPayoutIds: false,
  apiVersion: null,
  taxType: null,
  refusesTaxFreeOfTaxable: false,
  answerVariants: null,
  requestsPerMinute: null,
  lookupGapMs: null,
  depositErrorCancels: null,
  shortOrderIdsGetAccounts: false,
  businessNumber: '1234512343',
  receiptApprovalDays: 1,
  refusesSecondReceipts: false,
  hasBillingContract: true,
  measuredCustomerKeyChecks: false,
  hasLegacyPayoutContract: true,
  walletAutomaticPayments: true,
  walletCardPoints: true,
  canceledOrdersReturnStock: true,
  accountHolders: 'DESCRIBED',
  indirectLookupBanks: securitiesFirms,
};

/** Settings of the process that hold until the merchant's own settings say otherwise. */
type StartedWith = Readonly<{
  apiVersion: ApiVersion;
  answerVariants: readonly AnswerVariant[];
  taxType: TaxType;
}>;

/** The one merchant of this sandbox: contract and webhook targets. In memory, because every request reads them. */
export class Merchant {
  private constructor(
    private readonly startedWith: StartedWith,
    private current: Settings,
    private webhookTargets: Targets,
  ) {}

  static async open(sql: Sql, { API_VERSION, ANSWER_VARIANTS, TAX_TYPE }: Env): Promise<Merchant> {
    const [row] = await sql.rows<{ settings: unknown; targets: unknown }>(
      'select settings, webhook_targets as targets from merchant',
    );
    if (!row) await insertMerchant(sql);
    return new Merchant(
      { apiVersion: API_VERSION, answerVariants: ANSWER_VARIANTS, taxType: TAX_TYPE },
      changed(defaults, MerchantSettings.partial().parse(row?.settings ?? {})),
      TargetsStored.parse(row?.targets ?? {}),
    );
  }

  get settings(): Settings {
    return this.current;
  }

  /** The API version of webhooks, and of keys that have no version of their own. */
  get apiVersion(): ApiVersion {
    return this.current.apiVersion ?? this.startedWith.apiVersion;
  }

  /** How the merchant's goods are taxed. */
  get taxType(): TaxType {
    return this.current.taxType ?? this.startedWith.taxType;
  }

  /** The documented variants in which answers and webhooks are written. */
  get answerVariants(): readonly AnswerVariant[] {
    return this.current.answerVariants ?? this.startedWith.answerVariants;
  }

  /**
   * Whether stored objects can be sent without conversion, because every API version in use is the usual one, and no variant
   * of answers is.
   */
  get saysUsual(): boolean {
    const { apiVersion, answerVariants, startedWith } = this;
    const isUsual = startedWith.apiVersion === API_VERSION_USUAL && apiVersion === API_VERSION_USUAL;
    return isUsual && answerVariants.length === 0;
  }

  /** The webhook targets by name. */
  get targets(): Targets {
    return this.webhookTargets;
  }

  get hasTargets(): boolean {
    return Object.keys(this.webhookTargets).length > 0;
  }

  /** Changes the settings from now on. Fees that are not named stay. */
  async changeSettings(sql: Sql, change: SettingsChange): Promise<Settings> {
    const settings = changed(this.current, change);
    await sql.rows('update merchant set settings = $1', [JSON.stringify(settings)]);
    this.current = settings;
    return settings;
  }

  async registerWebhook(sql: Sql, name: string, target: Target): Promise<Target> {
    await this.storeTargets(sql, { ...this.webhookTargets, [name]: target });
    return target;
  }

  /**
   * Removes a webhook target. Returns false if there is none of that name. Webhooks queued for the target are given up
   * when they fall due.
   */
  async removeWebhook(sql: Sql, name: string): Promise<boolean> {
    const { [name]: removed, ...others } = this.webhookTargets;
    if (removed) await this.storeTargets(sql, others);
    return removed !== undefined;
  }

  private async storeTargets(sql: Sql, targets: Targets): Promise<void> {
    await sql.rows('update merchant set webhook_targets = $1', [JSON.stringify(targets)]);
    this.webhookTargets = targets;
  }

  /** Resets the contract to the defaults, after the tables were emptied. */
  async forget(sql: Sql): Promise<void> {
    await insertMerchant(sql);
    this.current = defaults;
    this.webhookTargets = {};
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
