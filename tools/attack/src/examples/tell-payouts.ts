import { ADMIN, APPROVER, first, OPERATOR, sellers } from './people.js';
import type { StoryWorld } from './story-world.js';
import { termsAt } from './terms-at.js';

/** What people keep back, correct and stop before money leaves. */
export async function tellHoldsAndBalances({ teller }: StoryWorld): Promise<void> {
  const params = { sellerId: sellers.books };
  const hold = await teller.tell('placeHold', OPERATOR, {
    params,
    body: { scope: 'AMOUNT', amount: 10_000, reason: 'DISPUTE', detail: '구매자 분쟁 접수 2026-0528' },
  });
  await teller.tell('listSellerHolds', OPERATOR, { params, query: {} });
  await teller.tell('listHolds', OPERATOR, { query: {} });
  await teller.tell('getHold', OPERATOR, { params: { holdId: hold.id } });
  await teller.tell('releaseHold', OPERATOR, { params: { holdId: hold.id } });
  await teller.tell('overridePayout', OPERATOR, {
    params: { sellerId: sellers.ceramics },
    body: { kind: 'BELOW_MINIMUM', forBusinessDate: '2026-05-29', reason: '판매자 요청에 따른 소액 지급' },
  });
  await teller.tell('listPayoutOverrides', OPERATOR, { params: { sellerId: sellers.ceramics }, query: {} });

  const propose = (sellerId: string, amount: number, reason: string) =>
    teller.tell('proposeAdjustment', OPERATOR, {
      params: { sellerId },
      body: { amount, reason, reference: 'CS-2026-0528' },
    });
  const compensation = await propose(sellers.books, 5_000, '배송 지연 보상');
  await teller.tell('approveAdjustment', APPROVER, { params: { adjustmentId: compensation.id } });
  const wrong = await propose(sellers.books, 7_000, '중복 입력');
  await teller.tell('rejectAdjustment', APPROVER, { params: { adjustmentId: wrong.id } });
  await teller.tell('getAdjustment', OPERATOR, { params: { adjustmentId: compensation.id } });
  await teller.tell('listAdjustments', OPERATOR, { query: {} });
}

/** A seller owes money, repays a part, and the rest is written off. */
export async function tellDebts(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const params = { sellerId: sellers.tea };
  const fine = { amount: -90_000, reason: '허위 상품 등록 위약금', reference: 'CS-2026-0531' };
  const { id } = await teller.tell('proposeAdjustment', OPERATOR, { params, body: fine });
  await teller.tell('approveAdjustment', APPROVER, { params: { adjustmentId: id } });
  await world.later();
  await teller.tell('listDebts', OPERATOR, { query: {} });
  await teller.tell('getSellerDebt', OPERATOR, { params, query: {} });
  const repayment = await teller.tell('recordRepayment', OPERATOR, {
    params,
    body: {
      amount: 40_000,
      receivedAt: '2026-05-26T10:30:00+09:00',
      reference: 'KB-20260526-771',
      reason: '판매자 직접 입금',
    },
  });
  await teller.tell('getRepayment', OPERATOR, { params: { repaymentId: repayment.id } });
  await teller.tell('listRepayments', OPERATOR, { query: {} });
  const ask = (amount: number) =>
    teller.tell('requestWriteOff', OPERATOR, { params, body: { amount, reason: '폐업으로 회수 불가' } });
  const refused = await ask(10_000);
  await teller.tell('rejectWriteOff', APPROVER, { params: { writeOffId: refused.id } });
  const accepted = await ask(50_000);
  await teller.tell('approveWriteOff', APPROVER, { params: { writeOffId: accepted.id } });
  await teller.tell('getWriteOff', OPERATOR, { params: { writeOffId: accepted.id } });
  await teller.tell('listWriteOffs', OPERATOR, { query: {} });
}

/** Policies that people set, and the switch that stops all money. */
export async function tellPolicies({ teller }: StoryWorld): Promise<void> {
  await teller.tell('setReissuePolicy', APPROVER, {
    body: {
      effectiveFrom: '2026-06-01',
      rules: { retry: { afterBusinessDays: 1, attemptsMax: 2 }, seller_must_act: null },
      reason: '은행 점검 시간대 실패 재지급',
    },
  });
  await teller.tell('listReissuePolicies', OPERATOR, { query: {} });
  await teller.tell('addStatutoryRule', APPROVER, {
    body: {
      code: 'MARKET_20_DAYS',
      name: { ko: '구매확정 후 20일', en: '20 days after the confirmation' },
      source: '시장 이용약관',
      article: '제12조',
      standing: 'in_force',
      effectiveFrom: '2026-06-01',
      startEvent: 'CONFIRMED',
      monthEnd: false,
      days: 20,
      onHoliday: 'NEXT',
      reason: '약관 개정 반영',
    },
  });
  await teller.tell('listStatutoryRules', OPERATOR, { query: { limit: '2' } });
  await teller.tell('chooseStatutoryRule', APPROVER, {
    body: { category: 'books', ruleCode: 'MARKET_20_DAYS', effectiveFrom: '2026-06-01', reason: '도서 거래에 적용' },
  });
  await teller.tell('listStatutoryChoices', OPERATOR, { query: {} });
  await teller.tell('listPaymentDeadlines', OPERATOR, { query: { limit: '2' } });
  await teller.tell('sumPaymentDeadlines', OPERATOR, { query: {} });
  await teller.tell('addSegregationRule', APPROVER, {
    body: {
      code: 'MARKET_HALF',
      name: { ko: '판매대금 절반 별도 관리', en: 'Half of the sales money kept apart' },
      source: '시장 이용약관',
      article: '제15조',
      standing: 'in_force',
      effectiveFrom: '2026-06-01',
      rate: 50_000,
      reason: '약관 개정 반영',
    },
  });
  await teller.tell('listSegregationRules', OPERATOR, { query: {} });
  await teller.tell('listSegregation', OPERATOR, { query: {} });
  await teller.tell('haltDispatch', OPERATOR, { body: { reason: '은행 장애 공지 확인' } });
  await teller.tell('getDispatchControl', OPERATOR, {});
  await teller.tell('resumeDispatch', APPROVER, { body: { reason: '은행 장애 종료 확인' } });
  await teller.tell('listFindings', OPERATOR, { query: {} });
  await teller.tell('acknowledgeFindings', APPROVER, { body: { reason: '주간 점검', openFindings: 0 } });
}

/** The run of a date is drafted, looked at and approved. Returns its id. */
export async function tellRun({ teller }: StoryWorld): Promise<string> {
  const { items } = await teller.tell('listRuns', OPERATOR, { query: { state: 'draft' } });
  const { id: runId, contentHash } = first(items, 'drafted run');
  const params = { runId };
  await teller.tell('getRun', OPERATOR, { params });
  await teller.tell('previewRun', OPERATOR, { params });
  await teller.tell('listLeftOut', OPERATOR, { params, query: {} });
  await teller.tell('approveRun', APPROVER, { params, body: { contentHash } });
  return runId;
}

/** The bank takes one payout and refuses the other, which is to be paid again before its day. */
export async function tellReissue(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  const { control } = platform.clients;
  const sent = await teller.tell('listPayoutViews', OPERATOR, { query: {} });
  const of = (seller: string) =>
    first(
      sent.items.filter(({ sellerId }) => sellerId === seller),
      `payout of ${seller}`,
    );
  await control.completePayout({ params: { id: of(sellers.books).providerPayoutId ?? '' } });
  const failed = of(sellers.ceramics);
  const body = { code: 'INVALID_ACCOUNT', message: '입금 불가 계좌' };
  await control.failPayout({ params: { id: failed.providerPayoutId ?? '' }, body });
  await world.later();
  await teller.tell('watchRun', OPERATOR, { params: { runId: failed.runId } });
  const reissue = await teller.tell('reissuePayout', OPERATOR, {
    params: { payoutId: failed.id },
    body: { reason: '계좌 정상화 확인' },
  });
  await teller.tell('getReissue', OPERATOR, { params: { reissueId: reissue.id } });
  await teller.tell('listReissues', OPERATOR, { query: {} });
}

/** The second person refuses a run; the operator drafts the next one. */
export async function tellRefusedRun(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const { items } = await teller.tell('listRuns', OPERATOR, { query: { state: 'draft' } });
  const { id: runId } = first(items, 'drafted run');
  await teller.tell('rejectRun', APPROVER, { params: { runId }, body: { reason: '정산 금액 재확인 필요' } });
  await world.moveTo('2026-05-30', '03:30:00');
  await teller.tell('requestRun', OPERATOR, { body: { businessDate: '2026-05-30' } });
  await world.later();
}

/** The next run goes out, past a limit that a third person lifts. */
export async function tellOverride(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  const { items } = await teller.tell('listRuns', OPERATOR, { query: { state: 'draft' } });
  const { id: runId, contentHash } = first(items, 'drafted run');
  await teller.tell('approveRun', APPROVER, { params: { runId }, body: { contentHash } });
  await teller.tell('overrideRun', ADMIN, {
    params: { runId },
    body: { kind: 'RUN_CAP', reason: '월말 지급액 사전 승인' },
  });
  const fault = { operation: 'createPayouts', kind: 'error', status: 500, times: 1_000 } as const;
  await platform.clients.control.addFault({ body: fault });
  await teller.tell('dispatchRun', OPERATOR, { params: { runId }, body: { reason: '판매자에게 약속한 지급일' } });
}

/** The provider fails whenever a payout is sent, and never lists it: two people decide what becomes of it. */
export async function tellParked(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  const { control } = platform.clients;
  const parked = async () => (await teller.ask('listParkedPayouts', OPERATOR, { query: {} })).items[0];
  const { payoutId } = await world.until('a parked payout', parked, 10);
  await teller.tell('listParkedPayouts', OPERATOR, { query: {} });
  const params = { payoutId };
  await teller.tell('getParkedPayout', OPERATOR, { params });
  const propose = (kind: 'NEVER_MADE' | 'SEND_AGAIN', reason: string) =>
    teller.tell('proposeParkedDecision', OPERATOR, { params, body: { kind, reason } });
  const refused = await propose('NEVER_MADE', '지급대행사 콘솔에 없음');
  await teller.tell('rejectParkedDecision', APPROVER, { params: { decisionId: refused.id } });
  const accepted = await propose('SEND_AGAIN', '지급대행사 장애 복구 확인');
  await control.clearFaults({});
  await teller.tell('approveParkedDecision', APPROVER, { params: { decisionId: accepted.id } });
  await world.moveTo('2026-06-01', '09:00:05');
  // An account is not changed while a payout to it is on its way.
  const { items: sent } = await teller.ask('listPayoutViews', OPERATOR, { query: { state: 'in_transit' } });
  for (const { providerPayoutId } of sent) await control.completePayout({ params: { id: providerPayoutId ?? '' } });
  await world.later();
}

/** Less is to be kept back from now on: the rest of the reserve is free. */
export async function tellSurplus({ teller }: StoryWorld): Promise<void> {
  const params = { sellerId: sellers.ceramics };
  const less = { ...termsAt(8_800), reserve: { kind: 'FIXED', amount: 5_000 } as const, effectiveFrom: '2026-06-01' };
  await teller.tell('setTerms', OPERATOR, { params, body: less });
  await teller.tell('releaseReserveSurplus', OPERATOR, { params, body: { reason: '보증금 조건 완화' } });
}

/** A job that no worker tries again is looked at, and runs again. */
export async function tellDeadJobs(world: StoryWorld): Promise<void> {
  const { teller } = world;
  await world.letJobsDie();
  const { items } = await teller.tell('listDeadJobs', OPERATOR, { query: {} });
  await teller.tell('reviveDeadJob', OPERATOR, { params: { id: first(items, 'dead job').id } });
  await teller.tell('reviveDeadJobs', OPERATOR, { body: { job: first(items.slice(1), 'second dead job').job } });
  await teller.tell('discardDeadJob', OPERATOR, {
    params: { id: first(items.slice(2), 'third dead job').id },
    body: { reason: '손으로 처리함' },
  });
  await teller.tell('listRevivals', OPERATOR, { query: {} });
}

/** Payouts, their statements, and why each amount is what it is. */
export async function tellStatements({ teller }: StoryWorld): Promise<void> {
  const seller = { sellerId: sellers.books };
  const payouts = await teller.tell('listPayoutViews', OPERATOR, { query: { state: 'paid' } });
  const { id: payoutId } = first(payouts.items, 'paid payout');
  await teller.tell('getPayoutView', OPERATOR, { params: { payoutId } });
  const batches = await teller.tell('listBatches', OPERATOR, { query: { limit: '2' } });
  await teller.tell('getBatch', OPERATOR, { params: { batchId: first(batches.items, 'batch').id } });
  await teller.tell('explainPayout', OPERATOR, { params: { payoutId } });
  await teller.tell('explainOrder', OPERATOR, { params: { orderId: 'ORDER-20260526-0001' } });
  await teller.tell('getPayoutHeadroom', OPERATOR, { params: seller });
  await teller.tell('listLimitedSellers', OPERATOR, { query: { minPercent: '1' } });
  const { items } = await teller.tell('listStatements', OPERATOR, { query: seller });
  const { id: statementId } = first(items, 'statement');
  const params = { statementId };
  await teller.tell('getStatement', OPERATOR, { params });
  await teller.tell('listStatementLines', OPERATOR, { params, query: { limit: '2' } });
  await teller.tell('getStatementDocument', OPERATOR, { params, query: { format: 'csv', lang: 'ko' } });
  await teller.tell('listSellerPositions', OPERATOR, { query: {} });
  await teller.tell('explainSellerBalance', OPERATOR, { params: seller, query: {} });
  await teller.tell('getSellerPosition', OPERATOR, { params: seller });
  const reserves = await teller.tell('listReserves', OPERATOR, { params: seller, query: {} });
  const { id: reserveId } = first(reserves.items, 'reserve');
  await teller.tell('getReserve', OPERATOR, { params: { reserveId } });
  await teller.tell('listAllReserves', OPERATOR, { query: { open: 'true', limit: '2' } });
  await teller.tell('releaseReserve', OPERATOR, {
    params: { reserveId },
    body: { amount: 1_000, reason: '판매 실적 우수' },
  });
  await teller.tell('forecastCash', OPERATOR, { query: { days: '3' } });

  await teller.tell('setStatementContact', OPERATOR, {
    params: seller,
    body: { email: 'accounts@hanbit-books.example', language: 'ko' },
  });
  await teller.tell('getStatementContact', OPERATOR, { params: seller });
  await teller.tell('mailStatement', OPERATOR, { params, body: { format: 'pdf' } });
}
