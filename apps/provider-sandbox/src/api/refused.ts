import { providerErrors, type ProviderErrorCode } from '@jeongsan/provider-contract';

export type RefusedOptions = Readonly<{
  /** Added to the message, each in brackets: the field or the payout it is about. */
  about?: readonly string[];
}>;

/** The provider says no. Whatever the operation did is undone. */
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

/** The published message of a code, in English when the caller asked for it. */
export const messageOf = (code: ProviderErrorCode, language: string | undefined): string =>
  language?.toLowerCase().startsWith('en-us') ? providerErrors[code].en : providerErrors[code].ko;

/** Two requests at once can both pass a check; the database lets one of them through, and this is the other's answer. */
export const constraintRefusals: Readonly<Record<string, ProviderErrorCode>> = {
  payment_approved_order: 'DUPLICATED_ORDER_ID',
  seller_ref_seller_id_key: 'DUPLICATED_REF_SELLER_ID',
  payout_ref_payout_id_key: 'DUPLICATED_REF_PAYOUT_ID',
  sub_mall_pkey: 'ALREADY_EXIST_SUBMALL',
  sub_mall_payout_request_id_key: 'DUPLICATED_REQUEST',
  ars_reservation_number: 'ALREADY_EXIST_RESERVATION',
};

/** What an error of an operation means to its caller; undefined: it is ours, not the caller's. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  // Text or a date that no column can hold, such as a NUL character: the request brought it.
  if (code?.startsWith(DATA_EXCEPTION)) return new Refused('INVALID_REQUEST');
  const refusal = code === UNIQUE_VIOLATION ? constraintRefusals[constraint ?? ''] : undefined;
  return refusal && new Refused(refusal);
}
const UNIQUE_VIOLATION = '23505';
const DATA_EXCEPTION = '22';
