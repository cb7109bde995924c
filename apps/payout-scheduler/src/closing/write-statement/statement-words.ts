import { seoulMinute } from '@jeongsan/calendar';
import type { DocumentLanguage, StatementLine, StatementLineKind } from '@jeongsan/platform-contract';
import { recordOf, sayReason, type StatedCharge, statedCharges, statedNames } from '@jeongsan/settlement';
import type { PayoutState } from '@jeongsan/state-machines';
import type { Paper, Words } from './paper.js';

export const kindWords = {
  SALE: { ko: '판매', en: 'Sale' },
  REFUND: { ko: '환불', en: 'Refund' },
  RESERVE_RELEASED: { ko: '유보금 해제', en: 'Reserve released' },
  DEBT_NETTED: { ko: '미수금 상계', en: 'Debt netted' },
  WITHHOLDING: { ko: '원천징수', en: 'Tax withheld' },
  RESERVE_HELD: { ko: '유보금 적립', en: 'Reserve held' },
  PAYOUT_RETURNED: { ko: '지급 반환', en: 'Payout returned' },
  INVOICE_VAT: { ko: '세금계산서 부가세', en: 'VAT of an invoice' },
  ADJUSTMENT: { ko: '조정', en: 'Adjustment' },
} as const satisfies Record<StatementLineKind, Words>;

export const payoutWords = {
  planned: { ko: '지급 예정', en: 'Planned' },
  reserved: { ko: '지급 예정', en: 'Reserved' },
  submitted: { ko: '이체 요청', en: 'Requested' },
  unknown: { ko: '결과 확인 중', en: 'Being checked' },
  parked: { ko: '결과 확인 중', en: 'Being checked' },
  in_transit: { ko: '이체 중', en: 'In transit' },
  paid: { ko: '지급 완료', en: 'Paid' },
  failed: { ko: '이체 실패', en: 'Failed' },
  refused: { ko: '이체 거절', en: 'Refused' },
  released: { ko: '지급 취소', en: 'Released' },
  returned: { ko: '지급 반환', en: 'Returned' },
} as const satisfies Record<PayoutState, Words>;

export const words = {
  title: { ko: '정산 내역서', en: 'Settlement statement' },
  monthTitle: { ko: '월 정산 내역서', en: 'Monthly statement' },
  summary: { ko: '요약', en: 'Summary' },
  lines: { ko: '내역', en: 'Lines' },
  total: { ko: '합계', en: 'Total' },
  seller: { ko: '판매자', en: 'Seller' },
  businessDate: { ko: '정산일', en: 'Settlement date' },
  period: { ko: '정산 기간', en: 'Period' },
  until: { ko: '미만', en: '(excluded)' },
  number: { ko: '내역서 번호', en: 'Statement number' },
  opening: { ko: '전기 이월액', en: 'Opening balance' },
  movements: { ko: '당기 합계', en: 'Movements' },
  payoutAmount: { ko: '지급액', en: 'Payout' },
  carried: { ko: '차기 이월액', en: 'Carried forward' },
  debtRepaid: { ko: '미수금 상환액 (정산 외)', en: 'Debt repaid (outside this statement)' },
  holdReason: { ko: '이월 사유', en: 'Carried because' },
  payouts: { ko: '지급', en: 'Payouts' },
  count: { ko: '건수', en: 'Count' },
  corrects: { ko: '{month} 정정', en: 'correction of {month}' },
  correctedMonth: { ko: '정정월', en: 'Corrects' },
} as const satisfies Record<string, Words>;

export type Column = Readonly<{
  title: Words;
  kind: 'text' | 'date' | 'won';
  /** The column's width in characters. */
  width: number;
  of: (line: StatementLine, lang: DocumentLanguage) => string | bigint | null;
  /** The column's value in the row of sums. */
  sum?: (statement: Paper) => bigint;
}>;

type WonField = StatedCharge | 'gross' | 'taxFree' | 'discountShare' | 'net' | 'amount';
const wonColumn = (field: WonField, title: Words): Column => ({
  title,
  kind: 'won',
  width: 14,
  of: (line) => line[field],
  sum: ({ totals }) => totals.reduce((sum, total) => sum + total[field], 0n),
});

/** The columns of every document, in order. */
export const columns = {
  date: { title: { ko: '일자', en: 'Date' }, kind: 'date', width: 12, of: (line) => line.date },
  kind: { title: { ko: '구분', en: 'Kind' }, kind: 'text', width: 16, of: (line, lang) => kindWords[line.kind][lang] },
  orderId: { title: { ko: '주문번호', en: 'Order' }, kind: 'text', width: 28, of: (line) => line.orderId },
  lineId: { title: { ko: '주문상품번호', en: 'Order line' }, kind: 'text', width: 14, of: (line) => line.lineId },
  tranche: {
    title: { ko: '분할 회차', en: 'Part' },
    kind: 'text',
    width: 10,
    of: ({ tranche }) => (tranche === null ? null : String(tranche)),
  },
  productId: { title: { ko: '상품번호', en: 'Product' }, kind: 'text', width: 16, of: (line) => line.productId },
  category: { title: { ko: '카테고리', en: 'Category' }, kind: 'text', width: 16, of: (line) => line.category },
  gross: wonColumn('gross', { ko: '판매금액', en: 'Gross' }),
  taxFree: wonColumn('taxFree', { ko: '면세금액', en: 'Tax-free part' }),
  discountShare: wonColumn('discountShare', { ko: '할인 부담액', en: 'Discount share' }),
  ...recordOf(statedNames, (name) => wonColumn(name, statedCharges[name])),
  net: wonColumn('net', { ko: '정산금액', en: 'Net' }),
  amount: wonColumn('amount', { ko: '반영금액', en: 'Amount' }),
  corrects: {
    title: { ko: '정정', en: 'Correction' },
    kind: 'text',
    width: 22,
    of: ({ corrects }, lang) => (corrects === null ? null : words.corrects[lang].replace('{month}', corrects)),
  },
  reason: { title: { ko: '사유', en: 'Reason' }, kind: 'text', width: 32, of: (line) => line.reason },
  postingKey: { title: { ko: '전표', en: 'Posting' }, kind: 'text', width: 48, of: (line) => line.postingKey },
} as const satisfies Record<string, Column>;

export const allColumns: readonly Column[] = Object.values(columns);

/** The words for why money is carried, addressed to the seller. */
const reasonText = (reason: string | null, language: DocumentLanguage): string =>
  reason === null ? '-' : sayReason(reason, { language, audience: 'seller' });

/** The head of a statement as pairs of name and value: the facts that an official reader looks for first. */
export function headRows(statement: Paper, lang: DocumentLanguage): [string, string | bigint][] {
  const { from, until } = statement.period;
  return [
    [words.number[lang], statement.number],
    [words.seller[lang], statement.sellerId],
    [words.businessDate[lang], statement.businessDate],
    [words.period[lang], `${from ? seoulMinute(from) : ''} ~ ${seoulMinute(until)} ${words.until[lang]}`.trim()],
    [words.opening[lang], statement.opening],
    [words.movements[lang], statement.movements],
    [words.payoutAmount[lang], statement.payoutAmount],
    [words.carried[lang], statement.carried],
    [words.holdReason[lang], reasonText(statement.holdReason, lang)],
    ...repaidRow(statement, lang),
  ];
}

/** Only statements of a period with a repayment have this row. */
const repaidRow = ({ debtRepaid }: Paper, lang: DocumentLanguage): [string, bigint][] =>
  debtRepaid === 0n ? [] : [[words.debtRepaid[lang], debtRepaid]];
