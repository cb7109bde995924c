import type { jobStates, Service } from '@jeongsan/platform-contract';
import type { Word } from '../../texts/words.js';

export const serviceWords = {
  'payments-gateway': ['Payments', '결제'],
  'webhook-ingestor': ['Webhooks', '웹훅'],
  'settlement-reconciler': ['Reconciliation', '대사'],
  'payout-scheduler': ['Payouts', '지급'],
  'seller-onboarding': ['Sellers', '판매자'],
} as const satisfies Record<Service, Word>;

export const jobStateWords = {
  waiting: ['Waits for its time', '때를 기다림', 'quiet'],
  due: ['Due or running', '실행 중', 'busy'],
  dead: ['Dead: a person must act', '멈춤: 사람이 필요', 'bad'],
  done: ['Done', '완료', 'good'],
  discarded: ['Given up by a person', '사람이 버림', 'quiet'],
} as const satisfies Record<(typeof jobStates)[number], Word>;

export const isService = (text: string | undefined): text is Service =>
  text !== undefined && Object.hasOwn(serviceWords, text);
