import type { ItemOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

export const ruleStateWords = {
  proposed: ['Waits for a second person', '두 번째 사람 대기', 'waiting'],
  active: ['Approved', '승인됨', 'good'],
  rejected: ['Rejected', '거절됨', 'quiet'],
} as const satisfies Record<ItemOf<'listMatchingRules'>['state'], Word>;

export const standingWords = {
  in_force: ['In force', '시행 중', 'good'],
  planned: ['Planned: no law yet', '예정: 아직 법이 아님', 'quiet'],
} as const satisfies Record<ItemOf<'listStatutoryRules'>['standing'], Word>;

export const startEventWords = {
  PAID: ['the payment', '결제'],
  DELIVERED: ['the delivery', '배송 완료'],
  CONFIRMED: ['the confirmation of purchase', '구매 확정'],
} as const satisfies Record<ItemOf<'listStatutoryRules'>['startEvent'], Word>;

export const onHolidayWords = {
  NEXT: ['the next business day', '다음 영업일'],
  PREVIOUS: ['the business day before', '앞 영업일'],
  SAME: ['the day itself', '그날 그대로'],
} as const satisfies Record<ItemOf<'listStatutoryRules'>['onHoliday'], Word>;

export const coversWords = {
  deposits: ['Deposits', '입금'],
  withdrawals: ['Withdrawals', '출금'],
  both: ['Both', '입금과 출금'],
} as const satisfies Record<ItemOf<'listBankStatements'>['covers'], Word>;

export const bankFormatWords = {
  csv: ['CSV of the bank', '은행 CSV'],
  'camt.053': ['camt.053', 'camt.053'],
} as const satisfies Record<ItemOf<'listBankStatements'>['format'], Word>;

export const bankRowWords = {
  settlement: ['Settlement of the provider', '결제대행사 정산'],
  payout: ['Payout', '지급'],
  fee: ['Fee', '수수료'],
  other: ['Other', '기타'],
} as const satisfies Record<ItemOf<'listBankRows'>['kind'], Word>;
