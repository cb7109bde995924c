import { CallError } from '@jeongsan/http-contract';
import type { createSeller, verifyHolderName } from '@jeongsan/provider-contract';

/**
 * The meaning of a listed error code. `refuses`: the seller must correct the application. `later`: try again later.
 * `exists`: an earlier try may have succeeded. `ours`: our keys or our connection are at fault, so the seller's state
 * must not change.
 */
type Meaning = 'refuses' | 'later' | 'exists' | 'ours';
type Code = (typeof createSeller.errors)[number] | (typeof verifyHolderName.errors)[number];

// prettier-ignore
const meanings = {
  INVALID_REQUEST:                         'refuses',
  INVALID_BUSINESS_NUMBER:                 'refuses',
  INVALID_BANK:                            'refuses',
  INVALID_ACCOUNT_NUMBER:                  'refuses',
  NOT_MATCH_HOLDER_NAME:                   'refuses',
  NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION: 'later',
  DUPLICATED_REF_SELLER_ID:                'exists',
  UNAUTHORIZED_KEY:                        'ours',
  INCORRECT_BASIC_AUTH_FORMAT:             'ours',
  INVALID_API_KEY:                         'ours',
  NOT_FOUND_HTTP_METHOD:                   'ours',
  INVALID_IDEMPOTENCY_KEY:                 'ours',
  INVALID_ENCRYPTION:                      'ours',
  FORBIDDEN_REQUEST:                       'ours', // no contract
} as const satisfies Record<Code, Meaning>;

/** The meaning of a definite refusal. Throws every other error, and every refusal that is our own fault. */
export function meaningOf(error: unknown): { meaning: Exclude<Meaning, 'ours'>; code: string } {
  if (!(error instanceof CallError) || error.outcome !== 'rejected') throw error;
  const meaning = (meanings as Readonly<Record<string, Meaning>>)[error.code] ?? 'ours';
  if (meaning === 'ours') throw error;
  return { meaning, code: error.code };
}
