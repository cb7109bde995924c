import type {
  AccountChangeState,
  SellerAdjustmentState,
  SellerState,
  TermsChangeState,
  WriteOffState,
} from '@jeongsan/state-machines';
import type { ItemOf, OutputOf } from '../api/names.js';
import type { Word } from './words.js';

export const sellerStateWords = {
  received: ['Account is checked', '계좌 확인 중', 'busy'],
  account_refused: ['Account refused', '계좌 거절됨', 'bad'],
  account_verified: ['Being registered', '등록 중', 'busy'],
  awaiting_identity: ['Must prove identity', '본인 확인 필요', 'waiting'],
  limited: ['Payable, weekly limit', '주간 한도 안에서 지급', 'good'],
  kyc_required: ['KYC needed', '고객확인(KYC) 필요', 'waiting'],
  approved: ['Payable', '지급 가능', 'good'],
  refused: ['Refused', '거절됨', 'bad'],
  closed: ['Closed', '종료됨', 'quiet'],
} as const satisfies Record<SellerState, Word>;

export const businessTypeWords = {
  INDIVIDUAL: ['Individual', '개인'],
  INDIVIDUAL_BUSINESS: ['Sole proprietor', '개인사업자'],
  CORPORATE: ['Company', '법인사업자'],
} as const satisfies Record<ItemOf<'listSellerViews'>['businessType'], Word>;

export const accountChangeWords = {
  asked: ['Being checked', '확인 중', 'busy'],
  waiting: ['Waits for a person or its time', '확인 대기', 'waiting'],
  refused: ['Refused by the bank', '은행이 거절함', 'bad'],
  trusted: ['Payable at once', '바로 지급 가능', 'good'],
  confirmed: ['Confirmed', '확인됨', 'good'],
  rejected: ['Rejected', '거절됨', 'bad'],
  replaced: ['Replaced by a later one', '새 변경으로 바뀜', 'quiet'],
} as const satisfies Record<AccountChangeState, Word>;

export const adjustmentWords = {
  proposed: ['Waits for a second person', '두 번째 사람 대기', 'waiting'],
  posted: ['Posted', '반영됨', 'good'],
  rejected: ['Rejected', '거절됨', 'quiet'],
} as const satisfies Record<SellerAdjustmentState, Word>;

export const writeOffWords = {
  requested: ['Waits for a second person', '두 번째 사람 대기', 'waiting'],
  approved: ['Approved', '승인됨', 'good'],
  rejected: ['Rejected', '거절됨', 'quiet'],
} as const satisfies Record<WriteOffState, Word>;

export const changeWords = {
  proposed: ['Waits for a second person', '두 번째 사람 대기', 'waiting'],
  approved: ['Approved', '승인됨', 'good'],
  rejected: ['Rejected', '거절됨', 'quiet'],
} as const satisfies Record<TermsChangeState, Word>;

export const holdScopeWords = {
  SELLER: ['All money of the seller', '판매자의 모든 돈'],
  ORDER: ['Money of one order', '주문 하나의 돈'],
  AMOUNT: ['An amount', '일정 금액'],
} as const satisfies Record<ItemOf<'listHolds'>['scope'], Word>;

type Account = OutputOf<'explainSellerBalance'>['accounts'][number]['account'];
export const accountWords = {
  pending: ['Not matured yet', '아직 지급 시기가 아님'],
  payable: ['Payable', '지급 가능'],
  reserved: ['In payouts under way', '지급 진행 중'],
  reserve: ['Kept back as a reserve', '유보금'],
  debt: ['Owed by the seller', '판매자가 갚을 돈'],
} as const satisfies Record<Account, Word>;
