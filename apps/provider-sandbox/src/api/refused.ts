import { providerErrors, type ProviderErrorCode } from '@jeongsan/provider-contract';
import { wantsEnglish } from './wants-english.js';

export type RefusedOptions = Readonly<{
  /** Texts added to the message, each in brackets: the field or the payout that is refused. */
  about?: readonly string[];
}>;

/** The provider refuses the request. The operation's transaction is rolled back. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly code: ProviderErrorCode,
    readonly options: RefusedOptions = {},
  ) {
    super(code);
  }
}

export const isErrorCode = (text: string): text is ProviderErrorCode => Object.hasOwn(providerErrors, text);

/** The published message of an error code: Korean, or English if the caller's accept-language asks for it. */
export const messageOf = (code: ProviderErrorCode, language: string | undefined): string =>
  wantsEnglish(language) ? providerErrors[code].en : providerErrors[code].ko;

/**
 * The error codes for violated unique constraints: of two simultaneous requests that both pass a check, the database
 * lets one through, and the other gets this code.
 */
export const constraintRefusals: Readonly<Record<string, ProviderErrorCode>> = {
  payment_approved_order: 'DUPLICATED_ORDER_ID',
  seller_ref_seller_id_key: 'DUPLICATED_REF_SELLER_ID',
  payout_ref_payout_id_key: 'DUPLICATED_REF_PAYOUT_ID',
  sub_mall_pkey: 'ALREADY_EXIST_SUBMALL',
  sub_mall_payout_request_id_key: 'DUPLICATED_REQUEST',
  ars_reservation_number: 'ALREADY_EXIST_RESERVATION',
};

/** The refusal that an operation's error means to its caller; undefined for a fault of the sandbox itself. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  // The request held a text or a date that no column can store, such as a NUL character.
  if (code?.startsWith(DATA_EXCEPTION)) return new Refused('INVALID_REQUEST');
  const refusal = code === UNIQUE_VIOLATION ? constraintRefusals[constraint ?? ''] : undefined;
  return refusal && new Refused(refusal);
}
const UNIQUE_VIOLATION = '23505';
const DATA_EXCEPTION = '22';
