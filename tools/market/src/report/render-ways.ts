import { formatWon } from '@jeongsan/money';
import type { Way } from '../market-files/market.js';
import { grouped, heading, toLeft, toRight } from './columns.js';
import type { Summary } from './summary.js';
import { total } from './tally.js';

const titles = {
  WINDOW: '결제창 Payment window',
  VIRTUAL_ACCOUNT: '가상계좌 Virtual account',
  BILLING: '자동결제 Billing',
  WALLET: '월렛 Wallet',
  KEY_IN: '키인 Key-in',
  LINK: '결제링크 Payment link',
  ARS: '전화결제 ARS',
  BESIDE: '결제창 직접 Own confirm',
} as const satisfies Record<Way, string>;

const TITLE_WIDTH = 26;
const WIDTHS = [15, 14, 8, 9, 8, 12] as const;

/** The table by way of paying. Amounts are won; the other columns count orders. */
export function renderWays(ways: Summary['ways']): string[] {
  const count = (of: (way: Summary['ways'][number]) => number): number => ways.reduce((sum, way) => sum + of(way), 0);
  return [
    heading('결제 방법 Ways of paying'),
    line('', ['결제', '취소', '경유', '직접', '미결제', '차이']),
    line('', ['Paid', 'Canceled', 'Through', 'Beside', 'Unpaid', 'Unexplained']),
    ...ways.map(({ way, paid, givenBack, throughUs, besideUs, unpaid, unexplained }) =>
      line(titles[way], [
        ...[formatWon(paid.amount), formatWon(-givenBack)],
        ...[throughUs.count, besideUs.count, unpaid].map(grouped),
        formatWon(unexplained),
      ]),
    ),
    line('합계 Total', [
      formatWon(total(ways, ({ paid }) => paid.amount)),
      formatWon(-total(ways, ({ givenBack }) => givenBack)),
      ...[count((way) => way.throughUs.count), count((way) => way.besideUs.count), count((way) => way.unpaid)].map(
        grouped,
      ),
      formatWon(total(ways, ({ unexplained }) => unexplained)),
    ]),
    '  경유 Through: 게이트웨이로 들어온 결제 paid at our address',
    '  직접 Beside: 제공자에서 이루어져 웹훅·거래내역으로 찾은 결제 paid at the provider, then found',
    `  배분 규칙 Splits: 주문 ${grouped(count(({ bySplit }) => bySplit))}건 자동 등록 orders registered themselves from a split named once`,
    '  미결제 Unpaid: 입금되지 않은 주문 orders whose deposit never came',
  ];
}

function line(title: string, cells: readonly string[]): string {
  return toLeft(`  ${title}`, TITLE_WIDTH) + cells.map((cell, index) => toRight(cell, WIDTHS[index] ?? 0)).join('');
}
