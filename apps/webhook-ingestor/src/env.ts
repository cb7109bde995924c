import { HexKeys, parseSecurityKey } from '@jeongsan/jwe';
import { platformEnv } from '@jeongsan/nest-platform';
import { z } from 'zod';
import { AddressList } from './door/source-address.js';

const Keys = HexKeys.transform(
  ([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const,
);

const atLeast = (min: number) => z.coerce.number().int().min(min);

/** What webhook-ingestor is told from outside. */
export const Env = platformEnv
  .extend({
    /** Verify the provider's webhooks. */
    PROVIDER_SECURITY_KEYS: Keys,
    /** Days after which a webhook that came in, and the record of one that went out, are deleted. */
    KEEP_WEBHOOKS_DAYS: z.coerce.number().int().min(7).default(30),
    KEEP_DELIVERIES_DAYS: z.coerce.number().int().min(7).default(90),
    /** Bodies without a valid signature, and with one; nothing beyond is read. */
    WEBHOOK_UNSIGNED_BYTES_MAX: atLeast(1_024).max(65_536).default(65_536),
    WEBHOOK_SIGNED_BYTES_MAX: atLeast(1_024).max(1_048_576).default(1_048_576),
    /** Unsigned webhooks of one source, each 4 KiB counted as one; twice as many at once. */
    WEBHOOK_UNSIGNED_PER_SECOND: atLeast(1).default(200),
    /** Unsigned webhooks about one payment. */
    WEBHOOK_SUBJECT_PER_MINUTE: atLeast(1).default(60),
    /** Looks, for unsigned webhooks, at payments that are not in the books. */
    WEBHOOK_UNKNOWN_PER_MINUTE: atLeast(1).default(600),
    /** How long an unsigned webhook waits for others about the same payment, and the least time between two looks at it for them. */
    WEBHOOK_LOOK_AFTER_MS: atLeast(0).max(60_000).default(1_000),
    WEBHOOK_LOOK_INTERVAL_SECONDS: atLeast(1).max(3_600).default(30),
    /** The provider's last retry comes after 3 days and 19 hours: an older signed webhook is somebody's copy. Less than KEEP_WEBHOOKS_DAYS, so that copies are known. */
    WEBHOOK_SIGNED_HOURS_MAX: atLeast(1).max(168).default(96),
    /** Addresses and ranges that webhooks come from; from everywhere without it. */
    WEBHOOK_SOURCES: AddressList.optional(),
    /** Proxies of ours, whose x-forwarded-for tells the source. */
    WEBHOOK_TRUSTED_PROXIES: AddressList.optional(),
    /** The provider's address then ends with it: /webhooks/provider/{secret}. */
    WEBHOOK_PATH_SECRET: z
      .string()
      .regex(/^[\w-]{16,128}$/, 'is not 16 to 128 letters, digits, - and _')
      .optional(),
    WEBHOOK_CONNECTIONS_MAX: atLeast(10).default(1_000),
    /** Rehearsals only: send events over plain http and into the own network. */
    ALLOW_INSECURE_TARGETS: z.stringbool().default(false),
  })
  .refine((env) => !(env.NODE_ENV === 'production' && env.ALLOW_INSECURE_TARGETS), {
    path: ['ALLOW_INSECURE_TARGETS'],
    message: 'a production service must not send events into its own network',
  });
export type Env = z.output<typeof Env>;
