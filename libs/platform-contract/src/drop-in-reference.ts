import type { ApiStyle, Contract, Endpoint } from '@jeongsan/http-contract';
import { dropInRefusals, type OwnDropInCode } from './drop-in-refusals.js';
import { providerApiStyle, type ProviderErrorCode, providerErrors } from '@jeongsan/provider-contract';
import {
  type DropInMoneyOperation,
  type DropInOperation,
  dropInOperations,
  type DropInTreatment,
  dropInTreatments,
} from './drop-in-operations.js';

const ORDER = [
  'ORDER_NOT_FOUND',
  'PAYMENT_AMOUNT_MISMATCH',
  'PAYMENT_CURRENCY_UNSUPPORTED',
  'CALENDAR_YEAR_UNKNOWN',
] as const;
const CHARGE = [...ORDER, 'IDEMPOTENCY_KEY_REUSED', 'PAYMENT_OUTCOME_UNKNOWN'] as const;
const CANCEL = [
  'CANCEL_LINES_INVALID',
  'CANCEL_QUANTITY_EXCEEDS',
  'IDEMPOTENCY_KEY_REUSED',
  'PAYMENT_OUTCOME_UNKNOWN',
] as const;

/** The codes of ours that an operation that moves money answers with, beside those of every operation. */
const moneyCodes = {
  createPayment: ORDER,
  payByCardNumber: CHARGE,
  confirmPayment: CHARGE,
  confirmPaymentByKey: CHARGE,
  cancelPayment: CANCEL,
  issueVirtualAccount: CHARGE,
  chargeBilling: CHARGE,
  confirmWalletPayment: CHARGE,
  payByWallet: CHARGE,
  cancelOrder: ['PAYMENT_OUTCOME_UNKNOWN'],
} as const satisfies Record<DropInMoneyOperation, readonly OwnDropInCode[]>;

/** The codes of ours that an operation at one of the provider's paths answers with. */
export function ownCodesOf({ name }: Pick<DropInOperation, 'name'>): readonly OwnDropInCode[] {
  if (dropInTreatments[name] === 'refused') return ['USE_PLATFORM_API', 'UNAVAILABLE'];
  const money: readonly OwnDropInCode[] = moneyCodes[name as DropInMoneyOperation] ?? [];
  return [...money, 'PROVIDER_UNAVAILABLE', 'UNAVAILABLE'];
}

const treatmentOf = new Map<Endpoint, DropInTreatment>();

/** Every operation of the provider as it is served here, for /openapi.json. Names carry a prefix: our own API has a getOrder, too. */
export const dropInContract: Contract = Object.fromEntries(
  dropInOperations.map((operation) => {
    const { name, endpoint } = operation;
    const treatment = dropInTreatments[name];
    const theirs = treatment === 'refused' ? [] : endpoint.errors;
    const served: Endpoint = { ...endpoint, errors: [...theirs, ...ownCodesOf(operation)] };
    treatmentOf.set(served, treatment);
    return [`provider.${name}`, served];
  }),
);

/** Whether an endpoint stands at one of the provider's paths. */
export const isDropIn = (e: Endpoint): boolean => /^\/v[12]\//.test(e.path);

const isOwnCode = (code: string): code is OwnDropInCode =>
  Object.hasOwn(dropInRefusals, code) && 'status' in dropInRefusals[code as OwnDropInCode];

/** The provider's headers and envelopes for its operations; `x-treatment` says how each is served. */
export const dropInApiStyle: ApiStyle = {
  headers: (e) => (treatmentOf.has(e) ? (providerApiStyle.headers?.(e) ?? []) : []),
  errorBody: (e) => (treatmentOf.has(e) ? providerApiStyle.errorBody?.(e) : undefined),
  errorStatus: (code) =>
    isOwnCode(code) ? dropInRefusals[code].status : providerErrors[code as ProviderErrorCode].status,
  errorMeaning: (code) => (isOwnCode(code) ? dropInRefusals[code].en : providerErrors[code as ProviderErrorCode].en),
  extensions: (e) => {
    const treatment = treatmentOf.get(e);
    return treatment ? { 'x-treatment': treatment } : {};
  },
};
