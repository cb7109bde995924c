import { APPROVER, first, OPERATOR } from './people.js';
import type { StoryWorld } from './story-world.js';

/** The day that is reconciled. */
const NIGHT = '2026-05-27';
const DAY = '2026-05-26';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

// prettier-ignore
/** Deposits and withdrawals that nothing of ours explains: each becomes a break. `paid`: the amount of a payout of ours. */
const statementWith = (paid: number): string => [
  '거래일시,적요,의뢰인/수취인,출금,입금,참조번호',
  '2026.05.21 10:00,정산,토스페이먼츠,,12000,',
  '2026.05.22 10:00,정산,토스페이먼츠,,8000,',
  '2026.05.23 10:00,정산금,판매자 1,"30,000",,',
  '2026.05.23 10:05,정산금,판매자 2,"240,000",,',
  '2026.05.23 10:10,정산금,판매자 3,"260,000",,',
  `2026.05.23 10:15,정산금,판매자 4,${paid},,`,
  '2026.05.23 10:20,정산금,판매자 5,"280,000",,',
  '2026.05.23 10:25,정산금,판매자 6,"290,000",,',
].join('\n');

/** The night's comparison is read, proved and signed. */
export async function tellNight({ teller }: StoryWorld): Promise<void> {
  await teller.tell('getReconciliation', OPERATOR, { params: { businessDate: NIGHT } });
  await teller.tell('listReconciliations', OPERATOR, { query: { limit: '2' } });
  await teller.tell('listBalanceProofs', OPERATOR, { query: {} });
  await teller.tell('proveBalanceNow', OPERATOR, {});
  await teller.tell('listNightProofs', OPERATOR, { query: {} });
  await teller.tell('getNightProof', OPERATOR, { params: { businessDate: NIGHT } });
  await teller.tell('replayProof', OPERATOR, { params: { businessDate: NIGHT } });
  await teller.tell('listProofKeys', OPERATOR, {});
}

/** The books by entry, posting, account and day. */
export async function tellLedger({ teller }: StoryWorld): Promise<void> {
  const { items } = await teller.tell('listLedgerEntries', OPERATOR, {
    query: { sellerId: 'hanbit-books', limit: '2' },
  });
  const entry = first(items, 'ledger entry');
  await teller.tell('getLedgerEntry', OPERATOR, { params: { entryId: entry.id } });
  await teller.tell('listLedgerPostings', OPERATOR, { query: { limit: '2' } });
  await teller.tell('getLedgerPosting', OPERATOR, { params: { postingId: entry.postingId } });
  await teller.tell('exportLedgerEntries', OPERATOR, { query: { sellerId: 'hanbit-books', format: 'csv' } });
  await teller.tell('getAccountBalance', OPERATOR, { params: { account: 'seller:hanbit-books:payable' }, query: {} });
  await teller.tell('getTrialBalance', OPERATOR, { query: {} });
  await teller.tell('listDailyBalances', OPERATOR, { query: { from: DAY, to: DAY } });
  await teller.tell('verifyLedger', OPERATOR, {});
}

/** Rules of the comparison, in versions that a second person decides. */
export async function tellRules({ teller }: StoryWorld): Promise<void> {
  const effectiveFrom = '2026-07-01';
  const rule = { class: 'SETTLEMENT_FEE', tolerance: 1, effectiveFrom, reason: '수수료 끝수 차이 허용' } as const;
  const { id: ruleId } = await teller.tell('proposeMatchingRule', OPERATOR, { body: rule });
  await teller.tell('listMatchingRules', OPERATOR, { query: {} });
  await teller.tell('getMatchingRule', OPERATOR, { params: { ruleId } });
  await teller.tell('approveMatchingRule', APPROVER, { params: { ruleId } });
  const wide = await teller.tell('proposeMatchingRule', OPERATOR, {
    body: { ...rule, class: 'SETTLEMENT_AMOUNT', tolerance: 500 },
  });
  await teller.tell('rejectMatchingRule', APPROVER, { params: { ruleId: wide.id } });

  const fees = {
    lines: [{ method: '카드', rate: 2_400, vat: 'added' }],
    effectiveFrom,
    reason: '결제 수수료 계약 갱신',
  } as const;
  const { id: tableId } = await teller.tell('proposeFeeTable', OPERATOR, { body: { ...fees, lines: [...fees.lines] } });
  await teller.tell('listFeeTables', OPERATOR, { query: {} });
  await teller.tell('getFeeTable', OPERATOR, { params: { tableId } });
  await teller.tell('approveFeeTable', APPROVER, { params: { tableId } });
  const other = await teller.tell('proposeFeeTable', OPERATOR, {
    body: { ...fees, lines: [...fees.lines], effectiveFrom: '2026-08-01' },
  });
  await teller.tell('rejectFeeTable', APPROVER, { params: { tableId: other.id } });

  const severities = {
    critical: { amount: 1_000_000, ageHours: 72, dueHours: 4 },
    high: { amount: 100_000, ageHours: 48, dueHours: 24 },
    medium: { amount: 10_000, ageHours: 24, dueHours: 72 },
    low: { dueHours: 168 },
  };
  const severity = { ...severities, effectiveFrom, reason: '처리 기한 조정' };
  const proposed = await teller.tell('proposeSeverityRule', OPERATOR, { body: severity });
  await teller.tell('listSeverityRules', OPERATOR, { query: {} });
  await teller.tell('approveSeverityRule', APPROVER, { params: { ruleId: proposed.id } });
  const again = await teller.tell('proposeSeverityRule', OPERATOR, {
    body: { ...severity, effectiveFrom: '2026-08-01' },
  });
  await teller.tell('rejectSeverityRule', APPROVER, { params: { ruleId: again.id } });
}

/** The bank's statement holds money that nobody can explain: breaks arise. */
export async function tellBank(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const { items } = await teller.tell('listPayoutViews', OPERATOR, { query: { sellerId: 'hanbit-books' } });
  const payout = first(items, 'payout');
  const taken = await teller.tell('importBankStatement', OPERATOR, {
    body: {
      bankAccount: 'kb-main',
      format: 'csv',
      covers: 'both',
      content: base64(statementWith(Number(payout.amount))),
      provider: '토스페이먼츠',
      payouts: '정산금',
    },
  });
  await teller.tell('listBankStatements', OPERATOR, { query: {} });
  const statement = { statementId: taken.id };
  await teller.tell('getBankStatement', OPERATOR, { params: statement });
  await teller.tell('listBankRows', OPERATOR, { params: statement, query: {} });
  const run = { from: DAY, to: DAY, mode: 'match', reason: '은행 거래내역 대조' } as const;
  const { id: runId } = await teller.tell('requestHandRun', OPERATOR, { body: run });
  await world.later();
  await teller.tell('getHandRun', OPERATOR, { params: { runId } });
  await teller.tell('watchHandRun', OPERATOR, { params: { runId } });
  await teller.tell('listHandRuns', OPERATOR, { query: {} });
  const whole = { from: '2026-05-04', to: DAY, mode: 'reconcile', reason: '5월 전체 재대사' } as const;
  const stopped = await teller.tell('requestHandRun', OPERATOR, { body: whole });
  await teller.tell('cancelHandRun', OPERATOR, { params: { runId: stopped.id }, body: { reason: '기간 오입력' } });
  await world.later();
}

/** People look at each break, settle it or let a second person decide. */
export async function tellBreaks(world: StoryWorld): Promise<void> {
  const { teller } = world;
  await teller.tell('listBreaks', OPERATOR, { query: { open: 'true', limit: '2' } });
  const { items } = await teller.tell('listBreaks', OPERATOR, { query: { open: 'true', limit: '50' } });
  const of = (amount: number) =>
    first(
      items.filter((one) => Math.abs(Number(one.amount)) === amount),
      `break of ${amount} won`,
    ).id;
  await teller.tell('totalBreaks', OPERATOR, { query: {} });
  const paid = await teller.tell('listPayoutViews', OPERATOR, { query: { state: 'paid' } });
  const { refPayoutId: key, amount } = first(paid.items, 'paid payout');
  const [small, smaller, ours] = [{ breakId: of(12_000) }, { breakId: of(8_000) }, { breakId: of(Number(amount)) }];
  await teller.tell('assignBreak', OPERATOR, { params: small, body: { remark: '은행에 문의' } });
  await teller.tell('commentBreak', OPERATOR, { params: small, body: { remark: '은행 답변 대기' } });
  await teller.tell('unassignBreak', OPERATOR, { params: small, body: { remark: '담당자 변경' } });
  await teller.tell('explainBreak', OPERATOR, {
    params: small,
    body: { reason: '지난달 정산분 입금', note: '은행 회신 5월 27일' },
  });
  await teller.tell('getBreak', OPERATOR, { params: small });
  await teller.tell('reopenBreak', OPERATOR, { params: small, body: { reason: '회신 내용 정정' } });
  await teller.tell('adjustBreak', OPERATOR, {
    params: smaller,
    body: { reason: '은행 이자 입금', counterAccount: 'platform:adjustments', gain: 8_000 },
  });
  await teller.tell('forceBreak', OPERATOR, { params: ours, body: { reason: '참조번호 누락', key } });

  const decisionOf = async (breakId: string): Promise<string> => {
    await teller.tell('explainBreak', OPERATOR, { params: { breakId }, body: { reason: '타 계정 지급분' } });
    const { decisions } = await teller.tell('getBreak', OPERATOR, { params: { breakId } });
    return first(
      decisions.filter(({ state }) => state === 'proposed'),
      'proposed decision',
    ).id;
  };
  const approved = await decisionOf(of(240_000));
  await teller.tell('listBreakDecisions', OPERATOR, { query: {} });
  await teller.tell('getBreakDecision', OPERATOR, { params: { decisionId: approved } });
  await teller.tell('approveBreakDecision', APPROVER, { params: { decisionId: approved } });
  const declined = await decisionOf(of(260_000));
  await teller.tell('declineBreakDecision', APPROVER, {
    params: { decisionId: declined },
    body: { reason: '증빙 부족' },
  });
  await tellSheets(world, of(280_000));
}

/** The same by spreadsheet. */
async function tellSheets({ teller }: StoryWorld, breakId: string): Promise<void> {
  await teller.tell('exportBreaks', OPERATOR, { query: { open: 'true' } });
  const { version } = await teller.tell('getBreak', OPERATOR, { params: { breakId } });
  const rows = `id,version,verb,reason\n${breakId},${version},explain,타 계정 지급분\n`;
  const sheet = await teller.tell('previewBreakSheet', OPERATOR, { body: { content: base64(rows) } });
  const params = { sheetId: sheet.id };
  await teller.tell('getBreakSheet', OPERATOR, { params });
  await teller.tell('applyBreakSheet', OPERATOR, { params });
  await teller.tell('listBreakSheetRows', OPERATOR, { params, query: {} });
  const { decisions } = await teller.tell('getBreak', OPERATOR, { params: { breakId } });
  const decision = first(
    decisions.filter(({ state }) => state === 'proposed'),
    'proposed decision',
  );
  const answers = `id,decisionId,verb\n${breakId},${decision.id},approve\n`;
  const decided = await teller.tell('previewDecisionSheet', APPROVER, { body: { content: base64(answers) } });
  await teller.tell('applyDecisionSheet', APPROVER, { params: { sheetId: decided.id } });
}
