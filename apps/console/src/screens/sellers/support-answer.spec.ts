import { supportAnswer } from './support-answer.js';

const reason = (text: string) => ({ code: 'ANY', text, date: null, amount: null });
const accounts = (['pending', 'payable', 'reserved', 'reserve', 'debt'] as const).map((account) => ({
  account,
  balance: account === 'payable' ? 374_706 : account === 'debt' ? 1_000 : 0,
  consistsOf: [],
}));
const balance = { sellerId: 'seller-1', at: '2026-05-18T19:26:56.967Z', accounts, expected: [], holds: [] };

describe('The answer for support', () => {
  it('has the accounts with money, what is expected, holds and payouts, in Korean', () => {
    const full = {
      ...balance,
      expected: [
        {
          account: 'payable' as const,
          statementDate: null,
          payoutId: null,
          amount: 374_706,
          count: 1,
          reason: reason('다음 정산일'),
        },
      ],
      holds: [{ holdId: 'any', scope: 'SELLER', orderId: null, reason: reason('분쟁 중') }],
    };

    expect(supportAnswer(full, ['지급되었습니다.'], 'ko')).toBe(
      [
        '판매자 seller-1 정산 안내 (2026-05-19 04:26 한국시간 기준)',
        '지급할 수 있는 금액: 374,706원',
        '갚으실 금액: 1,000원',
        '',
        '예정',
        '- 다음 정산일',
        '',
        '지급 보류',
        '- 분쟁 중',
        '',
        '최근 지급',
        '- 지급되었습니다.',
      ].join('\n'),
    );
  });

  it('says that nothing is to be settled', () => {
    expect(supportAnswer({ ...balance, accounts: [] }, [], 'en')).toBe(
      'Settlement of seller seller-1 (as of 2026-05-19 04:26, Korean time)\nNothing is to be settled at the moment.',
    );
  });
});
