import { APPROVER, NO_MAILBOX, OPERATOR, sellers, type StoryWorld } from '@jeongsan/attack/story';
import { EVIDENCE, type Exception } from './exception.js';

const MONTH = '2026-05';
const NIGHT = '2026-05-27';

/** A deposit that nothing of ours explains: less than what a second person must decide. */
const STATEMENT = ['거래일시,적요,의뢰인/수취인,출금,입금,참조번호', '2026.05.21 10:00,정산,토스페이먼츠,,12000,'].join(
  '\n',
);

/** A deadline of three days from the payment on, and an order whose money is held meanwhile. */
async function holdUntilDeadline({ teller }: StoryWorld): Promise<void> {
  await teller.ask('placeHold', OPERATOR, {
    params: { sellerId: sellers.books },
    body: { scope: 'ORDER', orderId: 'ORDER-20260526-0004', reason: 'DISPUTE', detail: '구매자 분쟁 접수' },
  });
  const [ruleCode, effectiveFrom, reason] = ['MARKET_3_DAYS', '2026-05-01', '약관 개정 반영'];
  await teller.ask('addStatutoryRule', APPROVER, {
    body: {
      ...{ code: ruleCode, name: { ko: '결제 후 3일', en: '3 days after the payment' }, effectiveFrom, reason },
      ...{ source: '시장 이용약관', article: '제12조', standing: 'in_force' },
      ...{ startEvent: 'PAID', monthEnd: false, days: 3, onHoliday: 'NEXT' },
    },
  });
  await teller.ask('chooseStatutoryRule', APPROVER, { body: { category: 'books', ruleCode, effectiveFrom, reason } });
}

/** The bank's statement is compared in the night, whose proof then lacks the settlement of its break. */
async function importStatement({ teller }: StoryWorld): Promise<void> {
  await teller.ask('importBankStatement', OPERATOR, {
    body: {
      ...{ bankAccount: 'kb-main', format: 'csv', covers: 'both', provider: '토스페이먼츠', payouts: '정산금' },
      content: Buffer.from(STATEMENT).toString('base64'),
    },
  });
}

/** The bank refuses a payout of the run of the first night, for a fault of its own. */
async function bounce(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  await world.moveTo('2026-05-27', '04:00:05');
  const runs = await teller.ask('listRuns', OPERATOR, { query: { state: 'draft' } });
  for (const { id: runId, contentHash } of runs.items)
    await teller.ask('approveRun', APPROVER, { params: { runId }, body: { contentHash } });
  await world.moveTo('2026-05-28', '09:00:05');
  const query = { sellerId: sellers.ceramics, state: 'in_transit' } as const;
  const { items } = await teller.ask('listPayoutViews', OPERATOR, { query });
  const atProvider = items[0]?.providerPayoutId;
  if (atProvider == null) throw new Error('No payout of the first run is on its way');
  const body = { code: 'BANK_MAINTENANCE', message: '은행 점검 시간' };
  await platform.clients.control.failPayout({ params: { id: atProvider }, body });
  await world.later();
}

/** A statement goes to a mailbox that is gone; then its seller has told another address. */
async function mailToNobody(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const params = { sellerId: sellers.ceramics };
  const mayBeReached = (email: string) =>
    teller.ask('setStatementContact', OPERATOR, { params, body: { email, language: 'ko' } });
  await mayBeReached(NO_MAILBOX);
  const { items } = await teller.ask('listStatements', OPERATOR, { query: params });
  const [statement] = items;
  if (statement === undefined) throw new Error('The seller has no statement');
  await teller.ask('mailStatement', OPERATOR, { params: { statementId: statement.id }, body: { format: 'pdf' } });
  await untilMailIs('failed', world);
  await mayBeReached('accounts@namu-ceramics.example');
}

const untilMailIs = (state: 'failed' | 'sent', world: StoryWorld) =>
  world.until(`an e-mail that is ${state}`, async () => {
    const query = { sellerId: sellers.ceramics, state } as const;
    return (await world.teller.ask('listStatementMails', OPERATOR, { query })).items[0];
  });

/** The month's tax invoices are drafted, and the tenth of the next month goes by. */
async function letInvoicesExpire(world: StoryWorld): Promise<void> {
  await world.moveTo('2026-06-01', '10:00:00');
  await world.teller.ask('draftTaxInvoices', OPERATOR, { body: { month: MONTH } });
  // Day by day: the nights of ten days are more than what is waited for at once.
  for (const day of ['03', '05', '07', '09', '11']) await world.moveTo(`2026-06-${day}`, '10:00:00');
}

/** Kinds of work that take nights, a bank, or the end of a month, in the order of their days. */
export const laterDays = {
  PAYMENT_DEADLINE: {
    arise: async (world) => {
      await holdUntilDeadline(world);
      await world.later();
    },
    who: 'operator',
    clicks: ['[role="cell"] a[href*="part=holds"]', '[role="cell"] a[href*="/console/holds/"]'],
    evidence: 'main:has-text("ORDER-20260526-0004")',
    settle: { operation: 'releaseHold' },
  },
  BREAK: {
    arise: async (world) => {
      await importStatement(world);
      await world.moveTo(NIGHT, '03:00:05');
    },
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/reconciliation/breaks/"]'],
    evidence: EVIDENCE,
    settle: {
      operation: 'explainBreak',
      fields: { reason: 'Paid in for another business, see the letter of the bank' },
    },
  },
  PROOF_MISSING: {
    // The night was proven while its break was open.
    arise: () => Promise.resolve(),
    who: 'operator',
    clicks: [`[role="cell"] a[href*="/console/reconciliation/days/${NIGHT}"]`],
    evidence: 'main table caption',
    settle: { operation: 'requestHandRun', fields: { mode: 'prove', reason: 'The break of the night is explained' } },
    after: async (world) => {
      await world.until('a proof of the night', async () => {
        const params = { businessDate: NIGHT };
        const { state } = await world.teller.ask('getNightProof', OPERATOR, { params });
        return state === 'UNPROVEN' ? undefined : state;
      });
    },
  },
  FAILED_PAYOUT: {
    arise: bounce,
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/payouts/"]'],
    evidence: 'main ol li:has-text("BANK_MAINTENANCE")',
    settle: { operation: 'reissuePayout', fields: { reason: 'The bank is open again' } },
  },
  FAILED_MAIL: {
    arise: mailToNobody,
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/statement-mails/"]'],
    evidence: 'main dd:has-text("EENVELOPE 550")',
    settle: { operation: 'mailAgain' },
    after: (world) => untilMailIs('sent', world),
  },
  OVERDUE_INVOICE: {
    arise: letInvoicesExpire,
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/tax-invoices/"]'],
    evidence: '[data-adds-up="true"]',
    settle: { operation: 'issueTaxInvoice', fields: { externalReference: '20260611-41000001-00000001' } },
  },
} as const satisfies Readonly<Record<string, Exception>>;
