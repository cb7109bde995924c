import { providerEnv } from '@jeongsan/provider-client';
import { signingKey, type SigningKey } from '@jeongsan/books';
import { HexKeys } from '@jeongsan/jwe';
import { approvalEnv, wonSetting } from '@jeongsan/nest-kit';
import { platformEnv } from '@jeongsan/nest-platform';
import { z } from 'zod';
import { settlementCycles } from './download/sold-through.js';

/** The environment variables of settlement-reconciler. */
export const Env = platformEnv.extend({
  ...providerEnv,
  /** Seeds of the Ed25519 keys that sign proofs, newest first; older ones are only published. */
  PROOF_SIGNING_KEY: HexKeys.transform(([newest, ...older]): [SigningKey, ...SigningKey[]] => [
    signingKey(newest),
    ...older.map(signingKey),
  ]),
  /**
   * The merchant's settlement cycle with the provider; it decides from when a missing settlement row is a difference.
   */
  SETTLEMENT_CYCLE: z.enum(settlementCycles).default('DAILY'),
  // ASSUMED: "about 2 days before the settlement cycle ends" (document 2 section 2.7) are 2 calendar days before paidOutDate.
  PENDING_DAYS: z.coerce.number().int().min(0).max(30).default(2),
  /** Days before yesterday whose listings each night reads again, for rows that the provider listed late or changed. */
  LOOK_BACK_DAYS: z.coerce.number().int().min(0).max(31).default(2),
  /** Pages of listings that the nightly runs request per minute and account, all processes together. */
  LISTING_PAGES_PER_MINUTE: z.coerce.number().int().min(1).max(60_000).default(600),
  /** Days after which the pages of listings are erased; their rows stay. Five years, as records of commerce are kept. */
  KEEP_LISTINGS_DAYS: z.coerce.number().int().min(31).default(1_827),
  /**
   * Seconds for which the nightly run waits until payments that the provider lists and our books lack have been looked at.
   * A look that takes longer leaves a break, which the next night closes.
   */
  LOOKS_WAIT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(300),
  ...approvalEnv,
  /** Won of breaks that one person may settle alone in a day; above, or when the amount is not known, a second person decides. */
  BREAK_SECOND_PERSON_ABOVE: wonSetting.default(100_000n),
});
export type Env = z.output<typeof Env>;
