import { formatWon } from '@jeongsan/money';
import { grouped, heading, toLeft, toRight, WIDTH } from './columns.js';
import type { MovementKind } from '@jeongsan/settlement';
import type { Feature } from './explanations.js';
import type { OrderStory } from './order-stories.js';
import type { Facts } from './facts.js';
import type { Equation, Proof } from './prove.js';
import type { Obstacle, Summary } from './summary.js';
import { renderWays } from './render-ways.js';

/** A label, a number of things, and an amount fit in a row. */
const COUNT_WIDTH = 24;
const AMOUNT_WIDTH = 20;
const LABEL_WIDTH = WIDTH - COUNT_WIDTH - AMOUNT_WIDTH;

/** The report for operators: Korean and English side by side, in columns. */
export function renderReport({ from, until }: Pick<Facts, 'from' | 'until'>, summary: Summary, proof: Proof): string {
  return [
    `정산 보고서 Settlement report   ${from} ~ ${until}`,
    ...market(summary),
    ...renderWays(summary.ways),
    ...cancels(summary),
    ...foreign(summary),
    ...sellers(summary),
    ...obstacles('보류 Held', '보류 없음 nothing is held', summary.held),
    ...obstacles('지급 실패 Failed payouts', '실패 없음 no payout failed', summary.failed),
    ...explained(summary),
    ...runs(summary),
    ...proofLines(proof),
  ].join('\n');
}

function market({ sales, canceled, ...summary }: Summary): string[] {
  return [
    heading('마켓 Market'),
    row('매출 Sales', sales.amount, things(sales.count, '건', 'payments')),
    row('취소 Cancels', -canceled.amount, things(canceled.count, '건', 'cancels')),
    row('결제 수수료 Provider fees, VAT included', -summary.providerFee),
    row('그중 부가세 VAT within them', -summary.providerFeeVat),
    row('판매 수수료 Commission', summary.commission),
    row('수수료 부가세 VAT on commission', summary.commissionVat),
    row('할인 분담 Promotion borne by the market', -summary.promotion),
  ];
}

function cancels({ cancels: { assumed, named, moved } }: Summary): string[] {
  return [
    heading('상품 지정 없는 취소 Cancels that named no lines'),
    row('규칙대로 배분 Lines as the rule assumed them', -assumed.amount, things(assumed.count, '건', 'cancels')),
    row('담당자가 배분 Lines named by an operator', -named.amount, things(named.count, '건', 'cancels')),
    row('  그중 정정 Of these, corrected in the ledger', -moved.amount, things(moved.count, '건', 'cancels')),
  ];
}

function foreign({ foreign: { refused, unallocated, breaks } }: Summary): string[] {
  const closed = breaks.filter(({ state }) => state === 'EXPLAINED');
  return [
    heading('외화 Other currencies'),
    ...refused.map(({ code, isCharged }) => {
      const outcome = isCharged ? '청구됨 charged' : '청구 전 거절 refused before the charge';
      return toLeft(`  경유 Through us: ${outcome}`, WIDTH - code.length) + code;
    }),
    rowOf(
      '직접 Beside us: 주문 없이 보관 kept without an order',
      `${unallocated.count}건 ${dollars(unallocated.amount)}`,
    ),
    rowOf('담당자가 종결한 차이 Breaks closed by an operator', `${breaks.length}건 중 ${closed.length}건`),
    ...closed.map(({ note }) => `    증빙 Evidence: ${note ?? ''}`),
  ];
}

const dollars = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')} USD`;

function sellers({ sellersEarned, paidOut, owed, debt, withheld }: Summary): string[] {
  return [
    heading('판매자 Sellers'),
    row('판매자 몫 Earned', sellersEarned),
    row('지급 완료 Paid out', paidOut.amount, things(paidOut.count, '건', 'payouts')),
    row('정산 예정 Owed, not matured', owed.pending),
    row('지급 가능 Owed, payable', owed.payable),
    row('이체 중 Owed, on its way', owed.reserved),
    row('유보 Owed, kept in reserve', owed.reserve),
    row('원천징수 Tax withheld', withheld),
    row('미수금 Debt of sellers', -debt.amount, things(debt.sellers, '명', 'sellers')),
  ];
}

function obstacles(title: string, nothing: string, list: readonly Obstacle[]): string[] {
  if (list.length === 0) return [heading(title), `  ${nothing}`];
  return [heading(title), ...list.map(obstacle)];
}

function obstacle({ reason, class: failureClass, sellers: affected, count, amount }: Obstacle): string {
  const label = failureClass === null ? reason : `${reason} (${failureClass})`;
  const attempts = count === affected ? '' : `${count}건 `;
  return row(label, amount, `${attempts}${things(affected, '명', 'sellers')}`);
}

const featureTitles = {
  withheld: '원천징수 Tax',
  reserveHeld: '유보 Reserve',
  reserveReleased: '유보 해제 Release',
  debtNetted: '상계 Debt',
  heldBack: '보류 Hold',
} as const satisfies Record<Feature, string>;

const movementTitles = {
  MATURED: '정산 Lines or parts that matured',
  CANCELED: '취소 Refunds',
  CANCEL_CORRECTED: '취소 정정 Refunds corrected',
  DEBT_NETTED: '상계 Debt netted',
  RESERVE_RELEASED: '유보 해제 Reserve released',
  RESERVE_HELD: '유보 Reserve kept',
  TAX_WITHHELD: '원천징수 Tax withheld',
  PAYOUT_CAME_BACK: '지급 취소 Payout not sent',
  PAYOUT_RETURNED: '반환 Payout came back',
  INVOICE_VAT: '세금계산서 부가세 VAT of invoices',
  TERMS_ADJUSTED: '조건 변경 조정 Terms adjusted',
  SELLER_ADJUSTED: '개별 조정 Adjusted by hand',
  UNKNOWN: '알 수 없음 Unknown',
  CARRIED_IN: '이월 Carried from before',
  OTHER_PAYOUTS: '분할 지급 Paid in other parts',
  CARRIED_OUT: '다음으로 이월 Carried on',
} as const satisfies Record<MovementKind, string>;

const storyTitles = {
  tranches: '나누어 정산 In parts',
  hold: '보류 On hold',
} as const satisfies Record<OrderStory['about'], string>;

function story({ about, orderId, line }: OrderStory): string[] {
  return [
    row(`${storyTitles[about]}: ${orderId}`, line.net),
    ...line.parts.map(({ amount, maturedOn, statementDate, reason }) =>
      row(`  ${statementDate ?? maturedOn ?? reason.date ?? '날짜 미정 no date yet'} ${reason.code}`, amount),
    ),
  ];
}

function explained({ explained: examples, orderStories }: Summary): string[] {
  if (examples.length + orderStories.length === 0) return [];
  return [
    heading('지급과 주문의 설명 Payouts and orders explained'),
    ...examples.flatMap(([feature, { sellerId, statements, amount, totals }]) => [
      row(`${featureTitles[feature]}: ${sellerId}, ${statements[0]?.businessDate ?? ''}`, amount),
      ...totals.map((total) => row(`  ${movementTitles[total.kind]}`, total.amount, things(total.count, '건', ''))),
    ]),
    ...orderStories.flatMap(story),
  ];
}

function runs({ runs: { count, byPerson, byPolicy, open }, openBreaks }: Summary): string[] {
  return [
    heading('지급 회차 Payout runs'),
    rowOf('회차 Runs', `${count}`),
    rowOf('담당자 승인 Approved by a person', `${byPerson}`),
    rowOf('정책 승인 Approved by policy', `${byPolicy}`),
    rowOf('진행 중 Still open', `${open}`),
    rowOf('미해결 차이 Open breaks', `${openBreaks}`),
  ];
}

function proofLines({ equations, unexplained, holds }: Proof): string[] {
  const failed = equations.filter((equation) => !equation.holds);
  const verdict = holds
    ? `✔ 모든 금액이 설명됩니다. Every won is explained: ${equations.length} equations hold.`
    : `✘ ${failed.length}개 등식 불일치, ${failed.length} equations fail: ${failed.map(({ title }) => title).join('; ')}`;
  return [
    heading('증명 Proof'),
    ...equations.flatMap(equationLines),
    '',
    rowOf('설명되지 않은 금액 Unexplained', formatWon(unexplained)),
    verdict,
  ];
}

function equationLines({ title, unit, sides, differing, holds }: Equation): string[] {
  const mark = holds ? '✔' : '✘';
  const amount = (minor: bigint): string => (unit === 'won' ? formatWon(minor) : minor.toString());
  const [first, second] = sides;
  // An amount that must be zero needs no second source.
  if (second.label === '기대 Expected') return [`${mark} ${rowOf(title, amount(first.amount), 2)}`];
  return [
    `${mark} ${title}`,
    ...sides.map((one, index) => rowOf(`  ${index === 0 ? ' ' : '='} ${one.label}`, amount(one.amount))),
    ...(differing.length > 0 ? [`    ✘ ${differing.length} differ: ${differing.slice(0, 5).join(', ')}`] : []),
  ];
}

const things = (count: number, ko: string, en: string): string => `${grouped(count)}${ko} ${en}`;

const row = (label: string, minor: bigint, count = ''): string =>
  toLeft(`  ${label}`, LABEL_WIDTH) + toRight(count, COUNT_WIDTH) + toRight(formatWon(minor), AMOUNT_WIDTH);

const rowOf = (label: string, text: string, taken = 0): string =>
  toLeft(taken === 0 ? `  ${label}` : label, WIDTH - AMOUNT_WIDTH - taken) + toRight(text, AMOUNT_WIDTH);
