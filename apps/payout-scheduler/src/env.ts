import { HexKeys } from '@jeongsan/jwe';
import { approvalEnv, wonSetting as won } from '@jeongsan/nest-kit';
import { providerEnv } from '@jeongsan/provider-client';
import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import { platformEnv } from '@jeongsan/nest-platform';
import { z } from 'zod';

/** The environment variables of payout-scheduler. */
export const Env = platformEnv
  .extend({
    ...providerEnv,
    ...approvalEnv,
    /**
     * A run of up to this many won is approved automatically, unless it has an outlier; unset: a person approves every
     * run.
     */
    SELF_APPROVE_UP_TO: won.optional(),
    /**
     * Adjustments of one seller by one person within 30 days of up to this many won need no second person; 0: each of
     * them does.
     */
    ADJUST_ALONE_UP_TO: won.default(0n),
    /**
     * Percentage points by which one person may change the rates of a seller's terms; beyond, or when money would be paid
     * earlier or less would be kept back, a second person decides. Unset: one person decides within APPROVAL_LIMITS.
     */
    TERMS_ALONE_RATE_POINTS: z.coerce.number().min(0).max(90).optional(),
    /** The most sellers that a commission rule of one person may reach; unset: no limit. */
    RULES_ALONE_SELLERS: z.coerce.number().int().min(0).optional(),
    /** A payout above this many times the average of the seller's last OUTLIER_PAYOUTS is shown as an outlier. */
    OUTLIER_FACTOR: z.coerce.number().int().min(2).max(1_000).default(3),
    OUTLIER_PAYOUTS: z.coerce.number().int().min(1).max(100).default(10),
    MINIMUM_PAYOUT: won.default(1_000n),
    WEEKLY_LIMIT: won.default(10_000_000n),
    // ASSUMED: exactly 10,000,000 won within a week is still allowed; the provider's texts disagree. `false` allows only
    // less than the limit.
    WEEKLY_LIMIT_INCLUSIVE: z.stringbool().default(true),
    /** Percent of the weekly limit, used or due, from which a seller under review is notified. */
    WEEKLY_LIMIT_WARN_PERCENT: z.coerce.number().int().min(1).max(100).default(80),
    /** The largest sum in won that one run, or all runs of one day, may send; unset: no cap. */
    RUN_CAP: won.optional(),
    DAY_CAP: won.optional(),
    /** A run with the same accounts and amounts as a run sent within these days waits for a second person; 0: never. */
    DUPLICATE_RUN_DAYS: z.coerce.number().int().min(0).max(365).default(7),
    /**
     * Runs with fewer payouts than this are not compared with earlier runs: one seller may well earn the same amount
     * twice.
     */
    DUPLICATE_RUN_PAYOUTS: z.coerce.number().int().min(1).default(3),
    /**
     * Before its first payout a process lists the provider's payouts of the last GUARD_DAYS days and compares them with
     * the books; 0: no comparison.
     */
    GUARD_DAYS: z.coerce.number().int().min(0).max(90).default(7),
    DISPATCH_AT: z
      .string()
      .regex(/^\d\d:\d\d:\d\d$/)
      .default('09:00:00'),
    SETTLE_SECONDS: z.coerce.number().int().min(1).default(60),
    /** Silence after which another sender takes a batch over. A renewed claim lets bytes leave for one second. */
    SENDING_TIMEOUT_SECONDS: z.coerce.number().int().min(2).default(90),
    /** Payout requests that this process sends at once. */
    SENDS_AT_ONCE: z.coerce.number().int().min(1).max(10).default(8),
    /** Payouts per request to the provider. In a smaller batch one bad payout delays fewer good ones. */
    PAYOUTS_PER_REQUEST: z.coerce.number().int().min(1).max(PAYOUTS_PER_REQUEST_MAX).default(PAYOUTS_PER_REQUEST_MAX),
    /**
     * Batches frozen by one transaction: more of them cost less per batch, and lock the sellers of all of them meanwhile.
     */
    BATCHES_PER_FREEZE: z.coerce.number().int().min(1).max(20).default(8),
    /** Whether sellers with an overdue tax invoice are held. */
    TAX_INVOICE_GATE: z.stringbool().default(false),
    /** The mail server for statements, smtp://user:password@host:587 or smtps://…:465; unset: no e-mails. */
    MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of statements, for example `정산 <settlement@market.example>`. */
    MAIL_FROM: z.string().min(3).max(200).optional(),
    /**
     * Signs links to the seller page: hex, newest first; the first signs, all are accepted. A key that is taken out ends every
     * link that it signed.
     */
    SELLER_SESSION_KEY: HexKeys,
    /** The seller page as browsers reach it: https://pay.market.example/s, or a path at the front door. */
    SELLER_PAGE_URL: z
      .string()
      .regex(/^(https?:\/\/[^\s?#]+|\/[^\s?#/][^\s?#]*)$/, 'must be an address or a path, without ? and #')
      .default('/s'),
    /** Days after which the address for statements of a refused or closed seller is erased. */
    KEEP_CONTACTS_DAYS: z.coerce.number().int().min(1).default(90),
    TRANSACTION_DESCRIPTION: z.string().min(1).max(7).default('정산금'),
  })
  .refine((env) => (env.MAIL_URL === undefined) === (env.MAIL_FROM === undefined), {
    path: ['MAIL_FROM'],
    message: 'MAIL_URL and MAIL_FROM are set together',
  });
export type Env = z.output<typeof Env>;
