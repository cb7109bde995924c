import type { PaymentState } from '@jeongsan/state-machines';
import type { ItemOf, OutputOf } from '../api/names.js';
import type { Word } from './words.js';

export const paymentStateWords = {
  confirming: ['Being confirmed', '승인 중', 'busy'],
  waiting: ['Waits for the deposit', '입금 대기', 'busy'],
  approved: ['Paid', '결제됨', 'good'],
  partially_canceled: ['Partly canceled', '부분 취소', 'quiet'],
  canceled: ['Canceled', '취소됨', 'quiet'],
  refused: ['Refused', '거절됨', 'bad'],
  expired: ['Expired', '기한 지남', 'quiet'],
  voided: ['Voided', '무효', 'quiet'],
} as const satisfies Record<PaymentState, Word>;

export const orderStateWords = {
  unpaid: ['Not paid', '미결제', 'quiet'],
  ...paymentStateWords,
} as const satisfies Record<ItemOf<'listOrders'>['state'], Word>;

export const methodWords = {
  카드: ['Card', '카드'],
  가상계좌: ['Virtual account', '가상계좌'],
  간편결제: ['Easy pay', '간편결제'],
  휴대폰: ['Mobile phone', '휴대폰'],
  계좌이체: ['Bank transfer', '계좌이체'],
  문화상품권: ['Culture voucher', '문화상품권'],
  도서문화상품권: ['Book voucher', '도서문화상품권'],
  게임문화상품권: ['Game voucher', '게임문화상품권'],
} as const satisfies Record<NonNullable<ItemOf<'listPayments'>['method']>, Word>;

export const sideWords = {
  gateway: ['Through us', '우리를 통해'],
  provider: ['Beside us, at the provider', '결제대행사에서 직접'],
} as const satisfies Record<ItemOf<'listPayments'>['side'], Word>;

export const allocationWords = {
  order: ['Belongs to its order', '주문에 배정됨', 'good'],
  unallocated: ['Belongs to no order', '배정되지 않음', 'waiting'],
} as const satisfies Record<ItemOf<'listPayments'>['allocation'], Word>;

export const unallocatedWords = {
  NO_ORDER: ['No order has this number', '이 번호의 주문이 없음'],
  AMOUNT_DIFFERS: ['The order has another amount', '주문 금액과 다름'],
  FOREIGN_CURRENCY: ['Paid in another currency', '외화 결제'],
  ORDER_PAID: ['The order is paid already', '이미 결제된 주문'],
  SPLIT_MISSING: ['A product has no split', '상품의 배분 규칙이 없음'],
  SPLIT_MISMATCH: ['The splits do not add up', '배분 금액이 맞지 않음'],
  SPLIT_REFUSED: ['The order was refused', '주문이 거절됨'],
} as const satisfies Record<ItemOf<'listUnallocatedPayments'>['because'], Word>;

export const cancelStateWords = {
  requested: ['Outcome is looked up', '결과 확인 중', 'busy'],
  waiting: ['In progress abroad', '해외 취소 진행 중', 'busy'],
  done: ['Done', '완료', 'good'],
  refused: ['Refused', '거절됨', 'bad'],
} as const satisfies Record<string, Word>;

export const cancelAllocationWords = {
  named: ['Lines were named', '항목이 지정됨', 'good'],
  assumed: ['Lines are assumed', '항목을 추정함', 'waiting'],
} as const satisfies Record<ItemOf<'listCancels'>['allocation'], Word>;

export const splitKindWords = {
  product: ['Product of a payment link', '링크 결제 상품'],
  ars: ['Payment by phone (ARS)', '전화 결제(ARS)'],
} as const satisfies Record<ItemOf<'listSplits'>['kind'], Word>;

type Line = OutputOf<'explainOrder'>['lines'][number];
type Component = Extract<keyof Line, 'paid' | 'promotion' | 'commission' | 'commissionVat' | 'fees' | 'feeVat' | 'net'>;
export const componentWords = {
  paid: ['Paid by the buyer', '구매자 결제'],
  promotion: ['Discount borne by the platform', '플랫폼 부담 할인'],
  commission: ['Commission', '판매수수료'],
  commissionVat: ['VAT on the commission', '판매수수료 부가세'],
  fees: ['Other fees', '기타수수료'],
  feeVat: ['VAT on the fees', '기타수수료 부가세'],
  net: ['For the seller', '판매자 몫'],
} as const satisfies Record<Component, Word>;
