import { places } from '../../layout/places.js';
import { aboutBreak, aboutMatchingRule, aboutMonth, aboutParked } from './about.js';
import { kindOf, verdict } from './proposal.js';

/** Every kind of decision that needs a second person. */
export const kinds = [
  kindOf({
    ...{ key: 'run', word: ['Payout run', '정산 실행'], decision: 'run', list: 'listRuns' },
    query: { state: 'draft' },
    of: (run) => {
      const params = { runId: run.id };
      return {
        ...{ id: run.id, by: run.draftedBy, at: run.cutoff, won: run.total },
        ...{ about: `${run.businessDate} × ${run.payoutCount}`, place: places.run(run.id) },
        approve: verdict({
          operation: 'approveRun',
          input: () => ({ params, body: { contentHash: run.contentHash } }),
        }),
        reject: verdict({
          operation: 'rejectRun',
          asks: 'reason',
          input: ({ reason = '' }) => ({ params, body: { reason } }),
        }),
      };
    },
  }),
  kindOf({
    ...{ key: 'parked', word: ['Parked payout', '보류된 지급'], decision: 'parkedDecision', list: 'listParkedPayouts' },
    query: {},
    of: ({ proposal, amount, sellerId, payoutId }) => {
      if (proposal === null) return undefined;
      const params = { decisionId: proposal.id };
      return {
        ...{ id: proposal.id, by: proposal.proposedBy, at: proposal.proposedAt, won: amount },
        ...{ about: aboutParked(proposal.kind, sellerId), place: places.payout(payoutId) },
        approve: verdict({ operation: 'approveParkedDecision', input: () => ({ params }) }),
        reject: verdict({ operation: 'rejectParkedDecision', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{ key: 'adjustment', word: ['Adjustment', '조정'], decision: 'adjustment', list: 'listAdjustments' },
    query: { state: 'proposed' },
    of: (one) => {
      const params = { adjustmentId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: one.amount },
        ...{ about: `${one.sellerId} · ${one.reason}`, place: places.thing(`/adjustments/${one.id}`) },
        approve: verdict({ operation: 'approveAdjustment', input: () => ({ params }) }),
        reject: verdict({ operation: 'rejectAdjustment', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{ key: 'writeOff', word: ['Write-off', '대손'], decision: 'writeOff', list: 'listWriteOffs' },
    query: { state: 'requested' },
    of: (one) => {
      const params = { writeOffId: one.id };
      return {
        ...{ id: one.id, by: one.requestedBy, at: one.requestedAt, won: one.amount },
        ...{ about: `${one.sellerId} · ${one.reason}`, place: places.thing(`/write-offs/${one.id}`) },
        approve: verdict({ operation: 'approveWriteOff', input: () => ({ params }) }),
        reject: verdict({ operation: 'rejectWriteOff', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{ key: 'account', word: ['Bank account', '계좌 변경'], decision: 'accountChange', list: 'listAccountChanges' },
    query: { open: 'true' },
    of: (one) => {
      const params = { changeId: one.changeId };
      return {
        ...{ id: one.changeId, by: one.askedBy, at: one.askedAt, won: null },
        about: `${one.sellerId} · ${one.previousBankCode} ${one.previousAccountNumber} → ${one.bankCode} ${one.accountNumber}`,
        place: places.seller(one.sellerId),
        approve: verdict({
          operation: 'confirmAccountChange',
          asks: 'reason',
          input: ({ reason = '' }) => ({ params, body: { reason } }),
        }),
        reject: verdict({
          operation: 'rejectAccountChange',
          asks: 'reason',
          input: ({ reason = '' }) => ({ params, body: { reason } }),
        }),
      };
    },
  }),
  kindOf({
    ...{ key: 'terms', word: ['Terms', '정산 조건'], decision: 'termsChange', list: 'listTermsChanges' },
    query: { state: 'proposed' },
    of: (one) => {
      const params = { changeId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: one.total.net },
        ...{ about: `${one.sellerId} · ${one.effectiveFrom}`, place: places.thing(`/terms-changes/${one.id}`) },
        approve: verdict({
          operation: 'approveTermsChange',
          input: () => ({ params, body: { contentHash: one.contentHash } }),
        }),
        reject: verdict({ operation: 'rejectTermsChange', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{ key: 'rule', word: ['Commission rule', '수수료 규칙'], decision: 'ruleChange', list: 'listRuleChanges' },
    query: { state: 'proposed' },
    of: (one) => {
      const params = { changeId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: one.moved },
        about: `${one.effectiveFrom} × ${one.sellerCount}`,
        place: places.thing(`/commission-rule-changes/${one.id}`),
        approve: verdict({
          operation: 'approveRuleChange',
          input: () => ({ params, body: { contentHash: one.contentHash } }),
        }),
        reject: verdict({ operation: 'rejectRuleChange', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{ key: 'break', word: ['Settlement of a break', '불일치 처리'], decision: 'breakDecision' },
    list: 'listBreakDecisions',
    query: { state: 'proposed' },
    of: (one) => {
      const params = { decisionId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: one.size },
        ...{ about: aboutBreak(one), place: places.break(one.breakId) },
        approve: verdict({ operation: 'approveBreakDecision', input: () => ({ params }) }),
        reject: verdict({
          operation: 'declineBreakDecision',
          asks: 'reason',
          input: ({ reason = '' }) => ({ params, body: { reason } }),
        }),
      };
    },
  }),
  kindOf({
    ...{ key: 'month', word: ['Month of the books', '장부의 달'], decision: 'month', list: 'listMonthRequests' },
    query: { state: 'proposed' },
    of: (one) => {
      const params = { requestId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: null },
        ...{ about: aboutMonth(one), place: places.month(one.month) },
        approve: verdict({ operation: 'approveMonthRequest', input: () => ({ params }) }),
        reject: verdict({ operation: 'rejectMonthRequest', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{
      key: 'matching',
      word: ['Rule of matching', '대사 규칙'],
      decision: 'matchingRule',
      list: 'listMatchingRules',
    },
    query: { state: 'proposed' },
    of: (one) => {
      const params = { ruleId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: one.tolerance ?? null },
        ...{ about: aboutMatchingRule(one), place: places.thing(`/reconciliation/rules/${one.id}`) },
        approve: verdict({ operation: 'approveMatchingRule', input: () => ({ params }) }),
        reject: verdict({ operation: 'rejectMatchingRule', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{ key: 'fees', word: ['Table of fees', '수수료 표'], decision: 'matchingRule', list: 'listFeeTables' },
    query: { state: 'proposed' },
    of: (one) => {
      const params = { tableId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: null },
        ...{ about: one.reason, place: places.thing(`/reconciliation/fee-tables/${one.id}`) },
        approve: verdict({ operation: 'approveFeeTable', input: () => ({ params }) }),
        reject: verdict({ operation: 'rejectFeeTable', input: () => ({ params }) }),
      };
    },
  }),
  kindOf({
    ...{ key: 'severity', word: ['Severity of breaks', '불일치의 심각도'], decision: 'matchingRule' },
    list: 'listSeverityRules',
    query: { state: 'proposed' },
    of: (one) => {
      const params = { ruleId: one.id };
      return {
        ...{ id: one.id, by: one.proposedBy, at: one.proposedAt, won: null },
        ...{ about: `${one.effectiveFrom} · ${one.reason}`, place: places.approvals({ look: one.id }) },
        approve: verdict({ operation: 'approveSeverityRule', input: () => ({ params }) }),
        reject: verdict({ operation: 'rejectSeverityRule', input: () => ({ params }) }),
      };
    },
  }),
];
