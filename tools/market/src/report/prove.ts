import { componentAccounts } from '@jeongsan/ledger';
import { payoutStates } from '@jeongsan/state-machines';
import { unexplainedIn } from './explanations.js';
import { asset, givenBackForOrders, liability, owedTo, paidForOrders, payoutsIn, type Facts } from './facts.js';
import { total } from './tally.js';
import { unexplainedOf } from './ways.js';

/** One source's statement of an amount; `label` names the source. */
export type Side = Readonly<{ label: string; amount: bigint }>;

/** One amount from several sources. The proof holds when all sources agree, and no single part differs. */
export type Equation = Readonly<{
  title: string;
  unit: 'won' | 'count';
  sides: readonly [Side, Side, ...Side[]];
  /** Sellers or ways of paying whose parts differ, although the sums may agree. */
  differing: readonly string[];
  holds: boolean;
}>;

export type Proof = Readonly<{ equations: readonly Equation[]; unexplained: bigint; holds: boolean }>;

/** Every won from the buyer's order to the seller's account, each step stated by two independent sources. */
export function prove(facts: Facts): Proof {
  const equations = [...moneyIn(facts), ...settled(facts), ...paidOut(facts), ...sellers(facts), ...books(facts)];
  const unexplained = equations
    .filter(({ unit }) => unit === 'won')
    .reduce((sum, { sides }) => sum + spread(sides.map((side) => side.amount)), 0n);
  return { equations, unexplained, holds: equations.every((equation) => equation.holds) };
}

function moneyIn(facts: Facts): Equation[] {
  const { ways, transactions, book, foreign, previews } = facts;
  const charged = BigInt(foreign.refused.filter(({ isCharged }) => isCharged).length);
  const differing = ways.filter((way) => unexplainedOf(way) !== 0n).map(({ way }) => way);
  return [
    equal('승인 Approved', 'won', [
      side('주문 결제 Payments of orders (gateway)', paidForOrders(facts)),
      side(
        '경유 + 직접 Through us + beside us (gateway)',
        total(ways, ({ throughUs, besideUs }) => throughUs.amount + besideUs.amount),
      ),
      side('거래 Transactions (provider)', transactions.approved.amount),
      side("제공자 장부 The provider's own book", book.approved),
    ]),
    equal('취소 Canceled', 'won', [
      side('주문 취소 Cancels of orders (gateway)', givenBackForOrders(facts)),
      side('거래 Transactions (provider)', transactions.canceled.amount),
      side("제공자 장부 The provider's own book", book.canceled),
    ]),
    equal(
      '결제 방법별 By way of paying',
      'won',
      [
        side('주문 결제 − 취소 Payments − cancels (gateway)', paidForOrders(facts) - givenBackForOrders(facts)),
        side(
          '거래 − 취소 Transactions − cancels (provider)',
          total(ways, ({ listed }) => listed),
        ),
        side(
          '정산 + 미정산 거래 Settlements + transactions without',
          total(ways, ({ settled, unsettled }) => settled + unsettled),
        ),
      ],
      differing,
    ),
    none('주문 없는 돈 Money without an order', 'won', asset(facts, 'unallocated')),
    equal('외화 결제, 센트 Payments in dollars, as cents', 'count', [
      side('거래 Transactions (provider)', foreign.listed.amount),
      side('주문 없는 돈 Money without an order (gateway)', foreign.unallocated.amount),
      side('원장 Ledger', foreign.inLedger),
    ]),
    equal('담당자가 종결한 외화 차이 Breaks of these payments, closed by an operator', 'count', [
      side('거래 Transactions (provider)', BigInt(foreign.listed.count)),
      side('종결 Closed with evidence (reconciler)', BigInt(closedByPerson(foreign.breaks))),
    ]),
    none('거절했으나 청구된 외화 결제 Refused in dollars, and charged', 'count', charged),
    none('미리보기와 다른 주문 Orders that differ from their preview', 'count', BigInt(previews.differing.length)),
    none('환불 진행 중 Refunds on their way to buyers', 'won', asset(facts, 'provider:refunds')),
  ];
}

const closedByPerson = (breaks: Facts['foreign']['breaks']): number =>
  breaks.filter(({ state }) => state === 'EXPLAINED').length;

function settled(facts: Facts): Equation[] {
  const { transactions, settlements, balance, book, providerPayouts, positions } = facts;
  const feesInLedger = asset(facts, 'provider:fees') + asset(facts, 'provider:fee-vat');
  const inFlight = providerPayouts.REQUESTED.amount + providerPayouts.IN_PROGRESS.amount;
  return [
    equal('정산 Settled', 'won', [
      side(
        '거래 − 취소 Transactions − cancels (provider)',
        transactions.approved.amount - transactions.canceled.amount,
      ),
      side('정산 + 미정산 거래 Settlements + transactions without', settlements.amount + settlements.missing.amount),
      side('정산 + 미수금 Settlements + receivable (ledger)', settlements.amount + asset(facts, 'provider:receivable')),
    ]),
    equal('결제 수수료 Provider fees, VAT included', 'won', [
      side('정산 내역 Settlements', settlements.fee),
      side('원장 Ledger', feesInLedger),
      side("제공자 장부 The provider's own book", book.settledFees),
    ]),
    equal('수수료의 부가세 VAT within the fees', 'won', [
      side('정산 내역 Settlements', settlements.vat),
      side('원장 Ledger', asset(facts, 'provider:fee-vat')),
    ]),
    equal('정산 − 수수료 Settled less fees', 'won', [
      side('정산 내역 Settlements', settlements.amount - settlements.fee),
      side("제공자 장부 The provider's own book", book.settledPayOut),
      side(
        '원장 잔액 + 지급 Ledger balances + paid out',
        asset(facts, 'provider:pending') + asset(facts, 'provider:available') + total(positions, (p) => p.paid),
      ),
    ]),
    equal('정산 대기 잔액 Balance pending', 'won', [
      side('제공자 잔액 Balance (provider)', balance.pending),
      side('원장 Ledger', asset(facts, 'provider:pending')),
      side("제공자 장부 The provider's own book", book.pending),
    ]),
    equal('지급 가능 잔액 Balance available', 'won', [
      side('제공자 잔액 Balance (provider)', balance.available),
      side('원장 − 이체 중 Ledger less in flight', shown(asset(facts, 'provider:available') - inFlight)),
      side("제공자 장부 The provider's own book", shown(book.available)),
    ]),
  ];
}

// As in the reconciler's proof: cancels can make the balance negative, and the provider then shows zero.
const shown = (balance: bigint): bigint => (balance < 0n ? 0n : balance);

function paidOut(facts: Facts): Equation[] {
  const { statements, providerPayouts, book, positions } = facts;
  const notPaid = payoutsIn(facts, ...payoutStates.unpaid).amount;
  const onTheirWay = payoutsIn(facts, ...payoutStates.open).amount;
  return [
    equal('지급 완료 Paid out', 'won', [
      side('지급 목록 Payouts listed (provider)', providerPayouts.COMPLETED.amount),
      side(
        "제공자 장부 The provider's own book",
        total(book.paidBySeller, (seller) => seller.amount),
      ),
      side(
        '판매자별 지급 Paid to sellers (scheduler)',
        total(positions, (position) => position.paid),
      ),
      side('명세서 − 실패 − 진행 중 Statements − failed − open', statements.amount - notPaid - onTheirWay),
    ]),
    equal(
      '판매자별 지급 Paid out, seller by seller',
      'won',
      [
        side(
          "제공자 장부 The provider's own book",
          total(book.paidBySeller, (seller) => seller.amount),
        ),
        side(
          '판매자별 지급 Paid to sellers (scheduler)',
          total(positions, (position) => position.paid),
        ),
      ],
      sellersPaidDifferently(facts),
    ),
  ];
}

/** Our sellers whose paid amount differs from the provider's records, and sellers in those records that we do not have. */
function sellersPaidDifferently({ book, positions, providerSellerIds }: Facts): string[] {
  const paidByBook = new Map(book.paidBySeller.map(({ sellerId, amount }) => [sellerId, amount]));
  const differing: string[] = [];
  for (const { sellerId, paid } of positions) {
    const id = providerSellerIds.get(sellerId) ?? '';
    if ((paidByBook.get(id) ?? 0n) !== paid) differing.push(sellerId);
    paidByBook.delete(id);
  }
  return [...differing, ...paidByBook.keys()];
}

function sellers(facts: Facts): Equation[] {
  const { positions } = facts;
  // Promotions count for the sellers and charges against them: as an asset each has its sign.
  const platforms = componentAccounts.filter((account) => account.startsWith('platform:'));
  const earned =
    paidForOrders(facts) - givenBackForOrders(facts) + total(platforms, (account) => asset(facts, account));
  const owed = total(positions, owedTo);
  const debt = total(positions, (position) => position.debt);
  const withheld = total(positions, (position) => position.withheld);
  const inLedger = ['pending', 'payable', 'reserved', 'reserve', 'debt'].map((kind) =>
    liability(facts, `seller:${kind}`),
  );
  return [
    equal('판매자 몫 Earned by sellers', 'won', [
      side('순매출 + 할인 분담 − 수수료 Net sales + promotion − commission', earned),
      side(
        '지급 + 줄 돈 − 받을 돈 + 원천징수 Paid + owed − debt + withheld',
        total(positions, (p) => p.paid) + owed - debt + withheld,
      ),
    ]),
    equal('원천징수 Tax withheld', 'won', [
      side('명세서 Statements of sellers (scheduler)', withheld),
      side('원장 Ledger', liability(facts, 'platform:withholding')),
    ]),
    equal('판매자 잔액 Owed to sellers less debt', 'won', [
      side('판매자 현황 Positions of sellers (scheduler)', owed - debt),
      side(
        '원장 Ledger',
        total(inLedger, (balance) => balance),
      ),
    ]),
  ];
}

function books(facts: Facts): Equation[] {
  const { unbalanced, drifted, sealsBroken } = facts.ledger.verification;
  const unproven = facts.proofs.filter((proof) => !proof.proven).length + (facts.proofNow.proven ? 0 : 1);
  return [
    none('시산표 합계 Trial balance', 'won', facts.ledger.sum),
    none('설명 없는 돈 Suspense', 'won', asset(facts, 'suspense')),
    none('원장 결함 Flaws in the ledger', 'count', BigInt(unbalanced + drifted + sealsBroken)),
    none('미해결 차이 Open breaks', 'count', BigInt(facts.openBreaks)),
    none('증명되지 않은 날 Days without a proof of the balance', 'count', BigInt(unproven)),
    none('지급 설명의 빈틈 Unexplained in payouts', 'won', total(facts.explanations.all, unexplainedIn)),
    none('멈춘 작업 Dead jobs', 'count', BigInt(facts.deadJobs)),
  ];
}

const side = (label: string, amount: bigint): Side => ({ label, amount });

function equal(title: string, unit: Equation['unit'], sides: Equation['sides'], differing: string[] = []): Equation {
  const isSame = spread(sides.map((one) => one.amount)) === 0n;
  return { title, unit, sides, differing, holds: isSame && differing.length === 0 };
}

const none = (title: string, unit: Equation['unit'], found: bigint): Equation =>
  equal(title, unit, [side('발견 Found', found), side('기대 Expected', 0n)]);

/** The largest difference between the amounts. */
function spread(amounts: readonly bigint[]): bigint {
  const sorted = [...amounts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return (sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n);
}
