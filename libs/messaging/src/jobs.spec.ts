import { events, jobs, type Handlers } from './index.js';

test('a worker must handle every job of its queue, with the right data', () => {
  // @ts-expect-error seller.observe is missing
  const missing: Handlers<'sellers'> = { 'seller.register': async () => {} };
  const wrong: Handlers<'settlements'> = {
    // @ts-expect-error payoutId is not in this job's data
    'settlement.reconcile': async ({ payoutId }) => void payoutId,
    'month.close': async () => {},
    'month-tables.make': async () => {},
    'settlement.run-by-hand': async () => {},
    'listing-data.keep': async () => {},
  };
  expect([missing, wrong]).toHaveLength(2);
});

test('every job has a queue, a permanent kind of name, and bounded attempts of bounded length', () => {
  for (const [name, job] of Object.entries(jobs)) {
    expect(name).toMatch(/^[a-z-]+\.[a-z-]+$/);
    expect(job.attempts).toBeLessThanOrEqual(20);
    expect(job.minutesMax).toBeLessThanOrEqual(360);
  }
});

test('no event carries more than ids, states, amounts, days, and an account by its bank and masked number', () => {
  const fields = Object.values(events).flatMap((schema) => Object.keys(schema.shape));
  expect([...new Set(fields)].sort()).toMatchInlineSnapshot(`
    [
      "accountNumber",
      "adjustmentId",
      "amount",
      "bankCode",
      "because",
      "businessDate",
      "cancelId",
      "changeId",
      "class",
      "code",
      "currency",
      "decisionId",
      "due",
      "dueAt",
      "dueBy",
      "endpointId",
      "failureClass",
      "failureCode",
      "findings",
      "fitsOn",
      "from",
      "limit",
      "lines",
      "missing",
      "orderId",
      "payableFrom",
      "paymentId",
      "payoutDate",
      "payoutId",
      "reason",
      "repaymentId",
      "required",
      "retryAt",
      "rule",
      "runId",
      "scheduleType",
      "sellerId",
      "severity",
      "state",
      "status",
      "subject",
      "to",
      "toDebt",
      "used",
      "waiting",
      "week",
      "writeOffId",
    ]
  `);
});
