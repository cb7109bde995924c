import { defineTexts } from '../../texts/texts.js';

export const positionTexts = defineTexts(
  {
    positions: 'Positions',
    lead: "Where each seller's money is at this moment, and what keeps it there.",
    empty: 'No seller has had money yet.',
    paid: 'Paid so far',
    failed: 'Failed',
    withheld: 'Withheld',
    lastFailure: 'Last failure',
    kept: 'Kept by',
    limits: 'Weekly limits',
    noLimits:
      'No seller under review is near the weekly limit. The list shows those that used at least 80 percent; ask for less with the filter.',
    minPercent: 'At least percent used',
    usedPercent: 'Used share',
    payable: 'Payable now',
  },
  {
    positions: '판매자별 잔액',
    lead: '지금 판매자마다 돈이 어디에 있고 무엇 때문에 남아 있는지입니다.',
    empty: '아직 돈이 있었던 판매자가 없습니다.',
    paid: '지금까지 지급',
    failed: '실패',
    withheld: '원천징수',
    lastFailure: '마지막 실패',
    kept: '남아 있는 이유',
    limits: '주간 한도',
    noLimits:
      '주간 한도에 가까운 심사 중 판매자가 없습니다. 80퍼센트 이상 쓴 판매자를 보여 줍니다. 필터로 낮출 수 있습니다.',
    minPercent: '최소 사용 비율(%)',
    usedPercent: '사용 비율',
    payable: '지금 지급 가능',
  },
);
