import type { TaxInvoiceState } from '@jeongsan/state-machines';
import type { ItemOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

type Invoice = ItemOf<'listTaxInvoices'>;

export const taxStateWords = {
  drafted: ['Draft: to be issued', '초안: 발행해야 함', 'waiting'],
  issued: ['Issued: to be sent', '발행됨: 보내야 함', 'waiting'],
  sent: ['At the tax office', '국세청에 보냄', 'good'],
  canceled: ['Canceled', '취소됨', 'quiet'],
} as const satisfies Record<TaxInvoiceState, Word>;

export const directionWords = {
  DIRECT: ['To the seller, for our charges', '판매자에게: 우리 수수료'],
  REVERSE: ['By us for the seller, for earnings', '판매자를 대신해: 판매 대금'],
} as const satisfies Record<Invoice['direction'], Word>;

export const taxKindWords = {
  TAX_INVOICE: ['Tax invoice', '세금계산서'],
  INVOICE: ['Invoice without VAT', '계산서'],
} as const satisfies Record<Invoice['kind'], Word>;

export const settledAsWords = {
  TOTAL: ['The VAT is within the earnings', '부가세 포함'],
  SUPPLY: ['The VAT is on top', '부가세 별도'],
} as const satisfies Record<NonNullable<Invoice['settledAs']>, Word>;
