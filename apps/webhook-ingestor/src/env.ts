import { HexKeys, parseSecurityKey } from '@jeongsan/jwe';
import { AccountList } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/nest-platform';
import { z } from 'zod';
import { AddressList } from './door/source-address.js';

const Keys = HexKeys.transform(
  ([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const,
);

const atLeast = (min: number) => z.coerce.number().int().min(min);

/** The environment variables of webhook-ingestor. */
export const Env = platformEnv
  .extend({
    /** Keys that verify the signatures of the provider's webhooks. */
    PROVIDER_SECURITY_KEYS: Keys,
    /** Further accounts at the provider: their webhooks are signed with their own keys. */
    PROVIDER_ACCOUNTS: AccountList.optional(),
    /** Days for which a received webhook, the record of a sent one, and an event are kept at least: each leaves with its month. */
    KEEP_WEBHOOKS_DAYS: z.coerce.number().int().min(7).default(30),
    KEEP_DELIVERIES_DAYS: z.coerce.number().int().min(7).default(90),
    KEEP_EVENTS_DAYS: z.coerce.number().int().min(90).default(366),
    /** Largest body in bytes without and with a valid signature; reading stops there. */
    WEBHOOK_UNSIGNED_BYTES_MAX: atLeast(1_024).max(65_536).default(65_536),
    WEBHOOK_SIGNED_BYTES_MAX: atLeast(1_024).max(1_048_576).default(1_048_576),
    /**
     * Unsigned webhooks per second from one source, each 4 KiB of a body counted as one; the burst is twice as large.
     */
    WEBHOOK_UNSIGNED_PER_SECOND: atLeast(1).default(200),
    /** Unsigned webhooks per minute about one payment, order, cancel or reservation. */
    WEBHOOK_SUBJECT_PER_MINUTE: atLeast(1).default(60),
    /** Looks per minute, caused by unsigned webhooks, at payments, orders, cancels and reservations that are not in our books. */
    WEBHOOK_UNKNOWN_PER_MINUTE: atLeast(1).default(600),
    /**
     * How long a look waits after an unsigned webhook for further webhooks about the same payment, and the least time
     * between two such looks at one payment.
     */
    WEBHOOK_LOOK_AFTER_MS: atLeast(0).max(60_000).default(1_000),
    WEBHOOK_LOOK_INTERVAL_SECONDS: atLeast(1).max(3_600).default(30),
    /**
     * Oldest signed webhook that is acted upon. The provider's last retry comes after 3 days and 19 hours, so an older
     * webhook is a copy sent by a third party. Less than KEEP_WEBHOOKS_DAYS, so that every copy within this age is
     * recognised.
     */
    WEBHOOK_SIGNED_HOURS_MAX: atLeast(1).max(168).default(96),
    /** Addresses and ranges that webhooks are accepted from; unset: all addresses. */
    WEBHOOK_SOURCES: AddressList.optional(),
    /** Our own proxies, whose x-forwarded-for header names the source. */
    WEBHOOK_TRUSTED_PROXIES: AddressList.optional(),
    /** Secret at the end of the address that the provider calls: /webhooks/provider/{secret}. */
    WEBHOOK_PATH_SECRET: z
      .string()
      .regex(/^[\w-]{16,128}$/, 'is not 16 to 128 letters, digits, - and _')
      .optional(),
    WEBHOOK_CONNECTIONS_MAX: atLeast(10).default(1_000),
    /** For rehearsals only: allows sending events over plain http and into the own network. */
    ALLOW_INSECURE_TARGETS: z.stringbool().default(false),
  })
  .refine((env) => !(env.NODE_ENV === 'production' && env.ALLOW_INSECURE_TARGETS), {
    path: ['ALLOW_INSECURE_TARGETS'],
    message: 'a production service must not send events into its own network',
  })
  .refine((env) => env.KEEP_EVENTS_DAYS >= env.KEEP_DELIVERIES_DAYS, {
    path: ['KEEP_EVENTS_DAYS'],
    message: 'the record of a sent event needs its event: at least KEEP_DELIVERIES_DAYS',
  });
export type Env = z.output<typeof Env>;
