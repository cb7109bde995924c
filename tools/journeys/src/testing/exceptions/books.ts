import { APPROVER, OPERATOR, sellers, type StoryWorld, tellBank } from '@jeongsan/attack/story';
import { connectDatabase } from '@jeongsan/database';
import { EVIDENCE, type Exception } from './exception.js';

/** The night cannot be read, and so cannot be proven. */
async function loseNight(world: StoryWorld): Promise<void> {
  const body = { operation: 'listTransactions', kind: 'error', status: 500, times: 10_000 } as const;
  await world.platform.clients.control.addFault({ body });
  await world.moveTo('2026-05-29', '03:00:05');
  await world.moveTo('2026-05-29', '07:00:00');
}

/** Lines of books are due by law within days, and the seller's money is on hold. */
async function comeDue(world: StoryWorld): Promise<void> {
  const { teller } = world;
  await teller.ask('addStatutoryRule', APPROVER, {
    body: {
      ...{ code: 'MARKET_5_DAYS', name: { ko: '결제 후 5일', en: '5 days after the payment' } },
      ...{ source: '시장 이용약관', article: '제12조', standing: 'in_force', effectiveFrom: '2026-05-01' },
      ...{ startEvent: 'PAID', monthEnd: false, days: 5, onHoliday: 'NEXT', reason: '약관 개정' },
    },
  });
  await teller.ask('chooseStatutoryRule', APPROVER, {
    body: { category: 'books', ruleCode: 'MARKET_5_DAYS', effectiveFrom: '2026-05-01', reason: '도서에 적용' },
  });
  const params = { sellerId: sellers.books };
  await teller.ask('placeHold', OPERATOR, { params, body: { scope: 'SELLER', reason: 'COURT_ORDER' } });
  await world.moveTo('2026-05-30', '05:00:00');
}

/** Rows of what the books do not know: the comparison after a restore is a matter of hours. */
const FIND = `
with found as (
  insert into payouts.provider_finding (provider_payout_id, destination, kind, amount, provider_status, payout_date, found_at)
  values ('po_beside_us', 'seller_of_nobody', 'UNKNOWN_PAYOUT', 12000, 'COMPLETED', '2026-05-29', now())
)
update payouts.dispatch_control set locked = true`;

async function find({ platform }: StoryWorld): Promise<void> {
  const db = await connectDatabase({ url: platform.databaseUrl, poolSize: 1, applicationName: 'journey' });
  await db.query(FIND).finally(() => db.destroy());
}

/** The books, the cash and the machinery. */
export const books = {
  BREAK: {
    arise: tellBank,
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/reconciliation/breaks/"]'],
    evidence: EVIDENCE,
    settle: { operation: 'explainBreak', fields: { reason: 'Paid by hand, see the letter of the bank' } },
  },
  PROOF_MISSING: {
    arise: loseNight,
    who: 'operator',
    clicks: [],
    evidence: 'main:has-text("There is no proof of this night")',
    settle: { operation: 'requestHandRun', fields: { reason: 'The provider answers again' } },
    after: ({ platform }) => platform.clients.control.clearFaults({}),
  },
  DEAD_JOB: {
    arise: (world) => world.letJobsDie(),
    who: 'operator',
    clicks: [],
    evidence: '[role="cell"]:has-text("a page of HTML")',
    settle: { operation: 'reviveDeadJob' },
  },
  FINDING: {
    arise: find,
    who: 'approver',
    clicks: [],
    evidence: '[role="row"]:has-text("12,000")',
    settle: { operation: 'acknowledgeFindings', fields: { reason: 'Made by hand at the provider' } },
  },
  PAYMENT_DEADLINE: {
    arise: comeDue,
    who: 'operator',
    clicks: ['[role="cell"] a[href*="part=holds"]', '[role="cell"] a[href*="/console/holds/"]'],
    evidence: 'main:has-text("COURT_ORDER")',
    settle: { operation: 'releaseHold' },
  },
  OVERDUE_INVOICE: {
    arise: async (world) => {
      await world.moveTo('2026-06-12', '09:00:00');
      await world.teller.ask('draftTaxInvoices', OPERATOR, { body: { month: '2026-05' } });
    },
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/tax-invoices/"]'],
    evidence: 'main [data-adds-up="true"]',
    settle: { operation: 'issueTaxInvoice', fields: { externalReference: '20260612-41000001-00000001' } },
  },
} as const satisfies Readonly<Record<string, Exception>>;
