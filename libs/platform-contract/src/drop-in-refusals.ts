import { providerErrors, type ProviderErrorCode } from '@jeongsan/provider-contract';
import type { RefusalCode } from './refusals.js';

/** Codes of refusals on the provider's paths that no rule of the platform's own API has. */
type AccessCode = 'INVALID_REQUEST' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'UNAVAILABLE';

/** The refusals that a request at one of the provider's paths can meet here, before or instead of the provider's answer. */
export type DropInRefusal =
  | AccessCode
  | Extract<
      RefusalCode,
      | 'ORDER_NOT_FOUND'
      | 'CALENDAR_YEAR_UNKNOWN'
      | 'PAYMENT_NOT_FOUND'
      | 'PAYMENT_CONFLICT'
      | 'PAYMENT_AMOUNT_MISMATCH'
      | 'PAYMENT_CURRENCY_UNSUPPORTED'
      | 'PAYMENT_REFUSED'
      | 'PAYMENT_OUTCOME_UNKNOWN'
      | 'CANCEL_EXCEEDS_BALANCE'
      | 'CANCEL_LINES_INVALID'
      | 'CANCEL_QUANTITY_EXCEEDS'
      | 'CANCEL_REFUSED'
      | 'USE_PLATFORM_API'
      | 'PROVIDER_UNAVAILABLE'
    >;

/** A refusal in the provider's words: its own code where one means the same, else a code of ours with both messages. */
export type DropInWords =
  | Readonly<{ provider: ProviderErrorCode }>
  | Readonly<{ status: number; ko: string; en: string }>;

// prettier-ignore
/**
 * How a refusal of ours is answered on the provider's paths: in the envelope of these paths. A refusal that carries the
 * code of the provider (`providerCode`) is answered with that code instead. docs/integrating.md shows this table.
 */
export const dropInRefusals = {
  INVALID_REQUEST:              { provider: 'INVALID_REQUEST' },
  UNAUTHENTICATED:              { provider: 'UNAUTHORIZED_KEY' },
  FORBIDDEN:                    { provider: 'FORBIDDEN_REQUEST' },
  PAYMENT_NOT_FOUND:            { provider: 'NOT_FOUND_PAYMENT' },
  PAYMENT_CONFLICT:             { provider: 'DUPLICATED_ORDER_ID' },
  PAYMENT_REFUSED:              { provider: 'NOT_AVAILABLE_PAYMENT' },
  CANCEL_EXCEEDS_BALANCE:       { provider: 'NOT_CANCELABLE_AMOUNT' },
  CANCEL_REFUSED:               { provider: 'NOT_CANCELABLE_PAYMENT' },
  ORDER_NOT_FOUND:              { status: 404, ko: '등록되지 않은 주문입니다. 결제 전에 주문을 등록해주세요.', en: 'The order is not registered here. Register it before the payment.' },
  PAYMENT_AMOUNT_MISMATCH:      { status: 422, ko: '등록된 주문 금액과 결제 금액이 다릅니다.', en: 'The amount is not the amount of the registered order.' },
  PAYMENT_CURRENCY_UNSUPPORTED: { status: 422, ko: '원화(KRW) 결제만 정산할 수 있습니다.', en: 'Only payments in KRW can be settled here.' },
  PAYMENT_OUTCOME_UNKNOWN:      { status: 503, ko: '결제 결과를 확인하고 있습니다. 같은 요청을 다시 보내주세요.', en: 'The outcome is being looked up. Repeat the same request.' },
  CANCEL_LINES_INVALID:         { status: 422, ko: '취소할 주문 항목이 올바르지 않습니다.', en: 'The lines of the cancel do not fit the order.' },
  CANCEL_QUANTITY_EXCEEDS:      { status: 422, ko: '주문 항목의 남은 수량보다 많이 취소할 수 없습니다.', en: 'More units are canceled than are left of the line.' },
  IDEMPOTENCY_KEY_REUSED:       { status: 422, ko: '같은 멱등키가 다른 요청에 사용되었습니다.', en: 'This Idempotency-Key was used before for another request.' },
  CALENDAR_YEAR_UNKNOWN:        { status: 422, ko: '공휴일이 등록되지 않은 연도입니다.', en: 'The public holidays of that year are not known here.' },
  USE_PLATFORM_API:             { status: 403, ko: '이 기능은 플랫폼 API로만 사용할 수 있습니다.', en: 'This operation is served by the API of the platform only.' },
  PROVIDER_UNAVAILABLE:         { status: 503, ko: '결제 서비스에 연결할 수 없습니다. 잠시 후 다시 시도해주세요.', en: 'The provider does not answer. Try again later.' },
  UNAVAILABLE:                  { status: 503, ko: '서비스를 일시적으로 사용할 수 없습니다. 잠시 후 다시 시도해주세요.', en: 'The service is not available at the moment. Try again later.' },
} as const satisfies Record<DropInRefusal, DropInWords>;

/** The codes of ours that a caller of the provider's paths can meet. */
export type OwnDropInCode = {
  [K in DropInRefusal]: (typeof dropInRefusals)[K] extends { status: number } ? K : never;
}[DropInRefusal];

const MESSAGE_CHARACTERS_MAX = 510;

/**
 * The status, code and message of a refusal on one of the provider's paths. English if the caller asks for it as the provider
 * requires (`accept-language: en-US`), else Korean; `detail` says the facts, in brackets.
 */
export function inProviderWords(
  refusal: Readonly<{ code: string; status: number; detail: string; extensions: Readonly<Record<string, unknown>> }>,
  language: string | undefined,
): Readonly<{ status: number; code: string; message: string }> {
  const isEnglish = language?.toLowerCase().startsWith('en-us') === true;
  const said = refusal.extensions['providerCode'];
  const words: DropInWords | undefined = isDropInRefusal(refusal.code) ? dropInRefusals[refusal.code] : undefined;
  const theirs = isProviderCode(said) ? said : words && 'provider' in words ? words.provider : undefined;
  if (theirs !== undefined) {
    const { status, ko, en } = providerErrors[theirs];
    return { status, code: theirs, message: isEnglish ? en : ko };
  }
  // A code that the provider invented since: the answer names it, and says nothing else.
  if (typeof said === 'string') return { status: 400, code: said, message: refusal.detail };
  const { status, text } = own(refusal, words, isEnglish);
  return { status, code: refusal.code, message: text.slice(0, MESSAGE_CHARACTERS_MAX) };
}

function own(
  { status, detail }: Readonly<{ status: number; detail: string }>,
  words: DropInWords | undefined,
  isEnglish: boolean,
): Readonly<{ status: number; text: string }> {
  if (!words || 'provider' in words) return { status, text: detail };
  return { status: words.status, text: `${isEnglish ? words.en : words.ko} (${detail})` };
}

const isDropInRefusal = (code: string): code is DropInRefusal => Object.hasOwn(dropInRefusals, code);
const isProviderCode = (code: unknown): code is ProviderErrorCode =>
  typeof code === 'string' && Object.hasOwn(providerErrors, code);

/** The codes of ours that a caller of the provider's paths can meet. */
export const dropInCodes: readonly string[] = Object.entries<DropInWords>(dropInRefusals).flatMap(([code, words]) =>
  'provider' in words ? [] : [code],
);
