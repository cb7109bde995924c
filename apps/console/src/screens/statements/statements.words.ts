import type { DocumentFormat, DocumentLanguage, MailFailure, StatementLineKind } from '@jeongsan/platform-contract';
import type { StatementMailState } from '@jeongsan/state-machines';
import type { Word } from '../../texts/words.js';

export const lineKindWords = {
  SALE: ['Matured sales', '판매'],
  REFUND: ['Refunds', '환불'],
  RESERVE_RELEASED: ['Reserve released', '유보금 해제'],
  DEBT_NETTED: ['Debt set off', '미수금 상계'],
  WITHHOLDING: ['Withheld tax', '원천징수'],
  RESERVE_HELD: ['Kept in reserve', '유보금 적립'],
  PAYOUT_RETURNED: ['Payouts that came back', '반환된 지급'],
  INVOICE_VAT: ['VAT of an invoice', '세금계산서 부가세'],
  ADJUSTMENT: ['Adjustments', '조정'],
} as const satisfies Record<StatementLineKind, Word>;

export const mailStateWords = {
  unsent: ['To be sent', '보낼 예정', 'busy'],
  sent: ['Sent', '보냄', 'good'],
  failed: ['Failed', '실패', 'bad'],
} as const satisfies Record<StatementMailState, Word>;

export const mailFailureWords = {
  CONTACT_MISSING: ['the seller has no address', '판매자의 메일 주소가 없음'],
  STATEMENT_TOO_LONG: ['the statement is too long for this format', '이 형식으로는 정산서가 너무 김'],
  SERVER_AWAY: ['the mail server was away', '메일 서버에 닿지 않음'],
  REFUSED: ['the mail server refused it', '메일 서버가 거절함'],
} as const satisfies Record<MailFailure, Word>;

export const formatWords = {
  pdf: ['PDF', 'PDF'],
  xlsx: ['XLSX', 'XLSX'],
  csv: ['CSV', 'CSV'],
} as const satisfies Record<DocumentFormat, Word>;

export const languageWords = {
  ko: ['Korean', '한국어'],
  en: ['English', '영어'],
} as const satisfies Record<DocumentLanguage, Word>;

/** The format that was chosen; a PDF when none was. */
export const formatIn = (text: string | undefined): DocumentFormat =>
  text === 'xlsx' || text === 'csv' ? text : 'pdf';
