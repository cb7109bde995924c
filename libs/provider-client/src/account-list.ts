import { HexKey } from '@jeongsan/jwe';
import { z } from 'zod';

/**
 * The purposes that a further account at the provider can have. `overseas` is a name for people: whether a payment is from
 * abroad is known only once an account knows the payment.
 */
export const accountPurposes = ['payments', 'billing', 'wallet', 'links', 'ars', 'overseas'] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

const Account = z.strictObject({
  /** Part of ledger accounts and of the subjects of breaks, so without colons and spaces. */
  mId: z.string().regex(/^[A-Za-z0-9_.-]{1,30}$/, 'is not an mId'),
  secretKey: z.string().min(1),
  /** 64 hex characters each, newest first; two during a rotation. */
  securityKeys: z.tuple([HexKey], HexKey),
  purposes: z
    .array(
      z.enum(accountPurposes, {
        error: ({ input }) =>
          input === 'payouts'
            ? 'payouts leave from the account of PROVIDER_SECRET_KEY'
            : `is none of ${accountPurposes.join(', ')}`,
      }),
    )
    .min(1),
});
export type FurtherAccount = z.output<typeof Account>;

const ACCOUNTS_MAX = 10;

/**
 * The market's further accounts at the provider, as JSON: `[{"mId": "billing1", "secretKey": "live_sk_...", "securityKeys":
 * ["..."], "purposes": ["billing"]}]`. The account of PROVIDER_SECRET_KEY comes before them: payouts leave from it, and it has
 * every purpose that none of these names. Messages never repeat the text, because it contains keys.
 */
export const AccountList = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.array(Account).max(ACCOUNTS_MAX))
  .superRefine((accounts, context) => {
    const twice = (what: string, all: readonly string[]) => {
      if (new Set(all).size < all.length) context.addIssue({ code: 'custom', message: `names ${what} twice` });
    };
    twice(
      'an mId',
      accounts.map(({ mId }) => mId),
    );
    twice(
      'a secret key',
      accounts.map(({ secretKey }) => secretKey),
    );
    twice(
      'a purpose',
      accounts.flatMap(({ purposes }) => purposes),
    );
  });
