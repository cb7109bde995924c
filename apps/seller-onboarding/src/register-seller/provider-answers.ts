import { CallError } from '@jeongsan/http-contract';
import type { createSeller, verifyHolderName } from '@jeongsan/provider-contract';

/**
 * What a listed code of the provider means: `refuses` is about the seller, who must act; `later` asks for patience; `exists` says
 * that an earlier try may have got through; `ours` is a fault of our keys or our connection, which no seller may suffer for.
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
} as const satisfies Record<Code, Meaning>;

/** The meaning of a definite answer; throws what is none. */
export function meaningOf(error: unknown): { meaning: Exclude<Meaning, 'ours'>; code: string } {
  if (!(error instanceof CallError) || error.outcome !== 'rejected') throw error;
  const meaning = (meanings as Readonly<Record<string, Meaning>>)[error.code] ?? 'ours';
  if (meaning === 'ours') throw error;
  return { meaning, code: error.code };
}
