import type { DispatchControlView, FindingView, RunPause } from '@jeongsan/platform-contract';
import type { z } from 'zod';

type Words = Readonly<{ ko: string; en: string }>;

/** The words for operators about each state of sending. */
export const stateWords = {
  open: { ko: '지급이 발송되고 있습니다.', en: 'Payouts are being sent.' },
  halted: { ko: '운영자가 모든 지급을 중지했습니다.', en: 'A person stopped all payouts.' },
  locked: {
    ko: '결제대행사에 장부와 다른 지급이 있어 모든 지급이 잠겼습니다. 내역을 확인해 주세요.',
    en: 'Locked: the provider has payouts that the books do not have as sent. Look at the findings.',
  },
  halted_and_locked: {
    ko: '운영자가 모든 지급을 중지했고, 결제대행사에 장부와 다른 지급도 있습니다.',
    en: 'A person stopped all payouts, and the provider has payouts that the books do not have as sent.',
  },
} satisfies Record<z.output<typeof DispatchControlView>['state'], Words>;

/** The words for each reason for which a run is paused. */
export const pauseWords = {
  HALTED: stateWords.halted,
  LOCKED: stateWords.locked,
  RUN_CAP: {
    ko: '정산 실행 한도(RUN_CAP)에 도달했습니다. 다른 승인자가 허용해야 나머지가 발송됩니다.',
    en: 'The cap of one run (RUN_CAP) is reached: the rest is sent when a second person allows it.',
  },
  DAY_CAP: {
    ko: '일일 지급 한도(DAY_CAP)에 도달했습니다. 나머지는 다음 영업일에 발송됩니다.',
    en: 'The cap of one day (DAY_CAP) is reached: the rest is sent on the next business day.',
  },
  BALANCE: {
    ko: '결제대행사 잔액이 부족합니다. 다음 영업일의 지급 시각에 다시 시도하며, 그 전에 잔액을 채울 수 있습니다.',
    en: "The provider's balance is short: tried again at the dispatch time of the next business day. The balance can be topped up before.",
  },
  DUPLICATE_RUN: {
    ko: '최근에 발송된 정산 실행과 계좌·금액이 모두 같습니다. 중복이 아니라면 다른 승인자가 허용해 주세요.',
    en: 'Same accounts and amounts as a run sent lately: it is sent when a second person says that it is no duplicate.',
  },
} satisfies Record<z.output<typeof RunPause>['reason'], Words>;

/** The words for each kind of finding: what is wrong with the provider's payout, and what was done about it. */
export const findingWords = {
  UNKNOWN_PAYOUT: {
    ko: '장부에 없는 지급입니다. 판매자가 보류되었습니다.',
    en: 'The books do not know this payout. Its seller is on hold.',
  },
  NEVER_SENT: {
    ko: '장부에는 발송되지 않은 지급입니다. 판매자가 보류되었고, 다시 발송되지 않습니다.',
    en: 'The books have this payout as never sent. Its seller is on hold, and it is not sent again.',
  },
  OTHER_CONTENT: {
    ko: '장부와 금액 또는 수취 판매자가 다른 지급입니다. 판매자가 보류되었습니다.',
    en: 'This payout has another amount or destination than in the books. Its seller is on hold.',
  },
} satisfies Record<z.output<typeof FindingView>['kind'], Words>;
