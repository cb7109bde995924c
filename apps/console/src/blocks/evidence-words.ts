import type { Word } from '../texts/words.js';

/**
 * Members of records of both sides in words. A member that is not here is shown by its own name. Those with a `_` are columns of the
 * database: what a settlement was before it changed.
 */
export const evidenceWords: Readonly<Record<string, Word>> = {
  account: ['Account at the provider', '결제대행사 계정'],
  amount: ['Amount', '금액'],
  at: ['Time', '시각'],
  balance: ['Balance', '잔액'],
  bankAccount: ['Bank account', '계좌'],
  baseFee: ['Base fee', '기본 수수료'],
  because: ['Because', '이유'],
  businessDate: ['Date', '날짜'],
  canceled: ['Canceled', '취소 금액'],
  counterparty: ['Counterparty', '거래 상대'],
  currency: ['Currency', '통화'],
  day: ['Day', '날짜'],
  destination: ['Seller at the provider', '결제대행사의 판매자'],
  fee: ['Fee', '수수료'],
  fees: ['Sum of the fees', '수수료 합계'],
  firstAmount: ['Amount of the first', '첫 기록의 금액'],
  firstKey: ['Key of the first', '첫 기록의 키'],
  firstPayment: ['Payment of the first', '첫 기록의 결제'],
  key: ['Key', '키'],
  kind: ['Kind', '종류'],
  memo: ['Memo', '적요'],
  method: ['Method', '결제수단'],
  orderId: ['Order', '주문'],
  paidOutDate: ['Pay-out date', '정산 지급일'],
  paid_out_date: ['Pay-out date', '정산 지급일'],
  paymentKey: ['Payment', '결제'],
  payment_key: ['Payment', '결제'],
  payOutAmount: ['Pay-out amount', '정산 지급액'],
  pay_out_amount: ['Pay-out amount', '정산 지급액'],
  payoutDate: ['Payout date', '지급일'],
  payoutId: ['Payout at the provider', '결제대행사의 지급'],
  payouts: ['Number of payouts', '지급 건수'],
  reference: ['Reference', '참조번호'],
  row: ['Row of the statement', '거래내역의 줄'],
  rows: ['Number of rows', '줄 수'],
  secondKey: ['Key of the second', '둘째 기록의 키'],
  sellerId: ['Seller', '판매자'],
  settlementDate: ['Settlement date', '정산일'],
  soldDate: ['Day of sale', '매출일'],
  sold_date: ['Day of sale', '매출일'],
  state: ['State', '상태'],
  status: ['Status', '상태'],
  supplyAmount: ['Amount without VAT', '공급가액'],
  supply_amount: ['Amount without VAT', '공급가액'],
  times: ['Times listed', '목록에 나온 횟수'],
  total: ['Total', '합계'],
  transactionAt: ['Time of the transaction', '거래 시각'],
  value: ['Value', '값'],
  vat: ['VAT', '부가세'],
};

/** Members that are amounts, in minor units of the side's `currency`, or of the currency of the difference. */
const amounts: ReadonlySet<string> = new Set([
  ...['amount', 'balance', 'canceled', 'firstAmount', 'total'],
  ...['baseFee', 'fee', 'fees', 'payOutAmount', 'pay_out_amount', 'supplyAmount', 'supply_amount', 'vat'],
]);

/** The currency of a member of a side; undefined: the member is no amount. `ofDifference`: where the side names none. */
export function currencyOf(
  side: Readonly<Record<string, string | null>>,
  field: string,
  ofDifference: string | undefined,
): string | undefined {
  const isAmount = amounts.has(field) && /^-?\d+$/.test(side[field] ?? '');
  return isAmount ? (side['currency'] ?? ofDifference) : undefined;
}
