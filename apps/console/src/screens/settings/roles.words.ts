import type { Word } from '../../texts/words.js';

export const roleWords = {
  market: ['Market (its servers)', '마켓 서버'],
  viewer: ['Viewer', '보기'],
  operator: ['Operator', '담당자'],
  approver: ['Approver', '승인자'],
  auditor: ['Auditor', '감사인'],
  admin: ['Administrator', '관리자'],
} as const satisfies Record<string, Word>;

export const scopeWords = {
  'self:read': ['See who one is', '본인 정보 보기'],
  'orders:write': ['Register orders', '주문 등록'],
  'payments:write': ['Confirm, cancel and allocate payments', '결제 승인·취소·배정'],
  'payments:read': ['See orders and payments', '주문과 결제 보기'],
  'sellers:write': ['Register and change sellers', '판매자 등록과 변경'],
  'sellers:read': ['See sellers', '판매자 보기'],
  'terms:write': ['Change terms and commission rules', '조건과 수수료 규칙 변경'],
  'payouts:read': ['See runs, payouts, statements and balances', '정산 실행·지급·정산서·잔액 보기'],
  'payouts:operate': ['Propose and prepare: runs, holds, releases, invoices', '제안과 준비: 실행·보류·해제·계산서'],
  'payouts:approve': ['Approve what another person proposed', '다른 사람의 제안 승인'],
  'payouts:halt': ['Halt sending', '지급 멈추기'],
  'reconciliation:read': ['See breaks, proofs, months and the ledger', '불일치·증명·마감·원장 보기'],
  'reconciliation:resolve': ['Settle breaks, close months, upload bank statements', '불일치 처리·마감·은행 거래내역'],
  'webhooks:manage': ['Manage webhooks out', '보내는 웹훅 관리'],
  'operations:read': ['See jobs and webhooks in', '작업과 받은 웹훅 보기'],
  'personal-data:erase': ['Erase personal data', '개인정보 삭제'],
  'audit:read': ['See decisions, keys and the auditor’s file', '결정·키·감사인 파일 보기'],
} as const satisfies Record<string, Word>;
