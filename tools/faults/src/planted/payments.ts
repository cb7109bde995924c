import type { Fault } from '../fault.js';

const lifecycle = { spec: 'apps/payments-gateway/src/payments/book-payment/lifecycle.int.spec.ts' };

export const paymentFaults: readonly Fault[] = [
  {
    id: 'payments/withdrawal-ignored',
    harm: 'a bank took a deposit back, and the sellers are paid all the same',
    file: 'apps/payments-gateway/src/payments/settle-payment/settle-payment.ts',
    find: `if (again.status !== 'WAITING_FOR_DEPOSIT' || transactionKey === null) return;`,
    replacement: `if (transactionKey !== undefined) return;`,
    ...lifecycle,
    test: 'a deposit that is withdrawn after its money matured',
  },
  {
    id: 'payments/stale-answer-withdraws',
    harm: 'an old answer takes the money of a paid order from its sellers',
    file: 'apps/payments-gateway/src/payments/settle-payment/settle-payment.ts',
    find: `const again = await gateway.provider.getPayment({ params: { paymentKey: seen.paymentKey } });`,
    replacement: `const again = seen;`,
    ...lifecycle,
    test: 'an answer that is older than our booking withdraws no deposit',
  },
  {
    id: 'payments/redeposit-forgotten',
    harm: 'a deposit that came again belongs to no seller',
    file: 'apps/payments-gateway/src/payments/settle-payment/approve-payment.ts',
    find: `if (wasApproved) return bookRedeposit(gateway, tx, locked, order, { ...again, calendar });`,
    replacement: `if (wasApproved) return;`,
    ...lifecycle,
    test: 'a deposit that is withdrawn after its money matured',
  },
  {
    id: 'payments/allocation-forgets-cancels',
    harm: 'sellers earn what the buyer got back before the order was registered',
    file: 'apps/payments-gateway/src/payments/book-payment/allocate-payment.ts',
    find: `  await allocateCancels(tx, payment.id, order.orderId, effectiveAt);`,
    replacement: ``,
    ...lifecycle,
    test: 'money that an order claims later is earned at that time',
  },
  {
    id: 'payments/other-amount-allocated',
    harm: 'an order gets the money of a payment of another amount',
    file: 'apps/payments-gateway/src/payments/book-payment/adopt-payment.ts',
    find: `if (order.total !== amount) return 'AMOUNT_DIFFERS';`,
    replacement: ``,
    ...lifecycle,
    test: 'money whose order is registered with another amount stays unallocated',
  },
  {
    id: 'payments/refund-done-at-once',
    harm: 'a refund that is under way, or failed, looks as if the buyer had the money',
    file: 'apps/payments-gateway/src/cancels/book-cancel/follow-refunds.ts',
    find: `  PENDING:        null,`,
    replacement: `  PENDING:        'complete',`,
    ...lifecycle,
    test: 'a refund stays on its accounts until it has arrived',
  },
  {
    id: 'payments/repeat-passes-unlooked',
    harm: 'a charge whose first request died goes out with no look that would find it',
    file: 'apps/payments-gateway/src/drop-in/charge.ts',
    find: `  const first = keyed && (await repeats.find(keyed));`,
    replacement: `  const begun = keyed && (await repeats.begin(keyed));
  const first = begun?.kind === 'new' ? undefined : begun;`,
    spec: 'apps/payments-gateway/src/payments/book-payment/struck.int.spec.ts',
    test: 'a repeat that overtakes its first request looks for its own outcome',
  },
  {
    id: 'payments/late-repeat-refused',
    harm: 'a buyer who paid is told that the order was paid with another payment',
    file: 'apps/payments-gateway/src/drop-in/charge.ts',
    find: `  return first !== undefined;`,
    replacement: `  return first?.kind === 'replay';`,
    spec: 'apps/payments-gateway/src/drop-in/charge.int.spec.ts',
    test: 'a repeat gets the first answer, however late',
  },
];
