import { APPROVER, AUDITOR, first, MARKET, OPERATOR, sellers } from './people.js';
import type { StoryWorld } from './story-world.js';

const MONTH = '2026-05';

/** The month is over: its statements, e-mails and tax invoices. */
export async function tellMonthlyPapers(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const one = { month: MONTH, sellerId: sellers.books };
  await teller.tell('listMonthlyStatements', OPERATOR, { params: { month: MONTH }, query: {} });
  await teller.tell('getMonthlyStatement', OPERATOR, { params: one });
  await teller.tell('getMonthlyDocument', OPERATOR, { params: one, query: { format: 'csv', lang: 'ko' } });
  await teller.tell('getMonthlyDocuments', OPERATOR, {
    params: { month: MONTH },
    query: { format: 'csv', lang: 'ko' },
  });
  await teller.tell('mailMonthlyStatements', OPERATOR, { params: { month: MONTH }, body: { format: 'pdf' } });
  await world.later();
  const mails = await teller.tell('listStatementMails', OPERATOR, { query: {} });
  const { id: mailId } = first(mails.items, 'e-mail');
  await teller.tell('getStatementMail', OPERATOR, { params: { mailId } });
  await teller.tell('mailAgain', OPERATOR, { params: { mailId } });
  await teller.tell('removeStatementContact', OPERATOR, { params: { sellerId: sellers.books } });

  await teller.tell('draftTaxInvoices', OPERATOR, { body: { month: MONTH } });
  const { items } = await teller.tell('listTaxInvoices', OPERATOR, { query: { month: MONTH } });
  const [issued, canceled] = [first(items, 'tax invoice'), first(items.slice(1), 'second tax invoice')];
  const params = { invoiceId: issued.id };
  await teller.tell('getTaxInvoice', OPERATOR, { params });
  await teller.tell('issueTaxInvoice', OPERATOR, { params, body: { externalReference: '20260601-41000001-00000001' } });
  await teller.tell('sendTaxInvoice', OPERATOR, { params, body: {} });
  await teller.tell('cancelTaxInvoice', OPERATOR, {
    params: { invoiceId: canceled.id },
    body: { reason: '공급가액 정정' },
  });
  await teller.tell('getTaxFile', OPERATOR, { params: { month: MONTH } });
}

/** The books of the month are closed, reported, and reopened. */
export async function tellClosing(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const params = { month: MONTH };
  await teller.tell('listMonths', OPERATOR, { query: {} });
  await teller.tell('getMonth', OPERATOR, { params });
  const close = () => teller.tell('closeMonth', OPERATOR, { params, body: { reason: '5월 마감', override: true } });
  const refused = await close();
  await teller.tell('rejectMonthRequest', APPROVER, { params: { requestId: refused.id } });
  const asked = await close();
  await teller.tell('approveMonthRequest', APPROVER, { params: { requestId: asked.id } });
  await world.later();
  await teller.tell('listMonthRequests', OPERATOR, { query: {} });
  await teller.tell('getMonthReport', OPERATOR, { params });
  await teller.tell('getMonthReportDocument', OPERATOR, { params, query: { format: 'csv', lang: 'ko' } });
  await teller.tell('getAuditorFile', AUDITOR, { params, query: {} });
  await teller.tell('reopenMonth', OPERATOR, { params, body: { reason: '누락 전표 확인' } });
}

/** Who decided what, what the services have to do, and where an id is. */
export async function tellTrail({ teller }: StoryWorld): Promise<void> {
  const { items } = await teller.tell('listDecisions', AUDITOR, { query: { limit: '2' } });
  await teller.tell('getDecision', AUDITOR, { params: { decisionId: first(items, 'decision').id } });
  await teller.tell('exportDecisions', AUDITOR, { query: { format: 'csv' } });
  await teller.tell('verifyTrail', AUDITOR, {});
  await teller.tell('search', MARKET, { query: { q: 'ORDER-20260526-0001' } });
  await teller.tell('getMe', APPROVER, {});
  await teller.tell('listKeys', AUDITOR, { query: {} });
  await teller.tell('getKey', AUDITOR, { params: { keyId: 'market' } });
  await teller.tell('getBacklog', OPERATOR, {});
  const jobs = await teller.tell('listJobs', OPERATOR, { query: { limit: '2' } });
  await teller.tell('getJob', OPERATOR, { params: { id: first(jobs.items, 'job').id } });
}
