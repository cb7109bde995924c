import { money, won } from '@jeongsan/money';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import {
  breakAdjusted,
  breakAdjustmentReversed,
  cancelReallocated,
  chart,
  debtRecovered,
  debtRepaid,
  debtWrittenOff,
  lineMatured,
  naturalSign,
  paymentApproved,
  paymentCanceled,
  payoutPaid,
  payoutReleased,
  payoutReserved,
  payoutReturned,
  type Posting,
  reserveHeld,
  reserveReleaseDecided,
  reserveReleased,
  sellerAdjusted,
  settlementAvailable,
  settlementPending,
  signedTransfer,
  taxInvoiceVatPaid,
  taxWithheld,
  termsAdjusted,
} from './index.js';

const effectiveAt = new Date('2026-06-01T00:00:00Z');
const amounts = {
  ...NO_AMOUNTS,
  paid: 9_000n,
  promotion: 600n,
  commission: 960n,
  commissionVat: 96n,
  fees: 330n,
  feeVat: 33n,
};
const line = { sellerId: 'acme', ...amounts };
const payout = { payoutId: 'po-1', sellerId: 'acme', amount: 10_000n, effectiveAt };
const row = {
  transactionKey: 'tx-1',
  currency: 'KRW' as const,
  amount: 9_000n,
  supplyAmount: 180n,
  vat: 18n,
  payOutAmount: 8_802n,
  effectiveAt,
};
const closing = { sellerId: 'acme', businessDate: '2026-06-01', amount: 500n, effectiveAt };
const adjustment = {
  adjustmentId: 'c-1/2',
  moved: { ...NO_AMOUNTS, commission: 200n, commissionVat: 15n, feeVat: 5n },
  toDebt: 0n,
};

const broken = {
  ...{ decisionId: 'd-1', account: chart.providerReceivable(), counter: chart.platformAdjustments(), effectiveAt },
};

// The key is unique in the database: under another text everything posted before would be posted again.
// prettier-ignore
test.each<[string, Posting, string[]]>([
  ['payment.approved/p-1',              paymentApproved({ paymentId: 'p-1', effectiveAt, lines: [line] }), [
    'provider:receivable > seller:acme:pending 9000',
    'platform:promotion > seller:acme:pending 600',
    'seller:acme:pending > platform:commission 960',
    'seller:acme:pending > platform:fees 330',
    'seller:acme:pending > platform:vat 129',
  ]],
  ['payment.canceled/c-1',              paymentCanceled({ cancelId: 'c-1', effectiveAt, lines: [{ ...line, fromPayable: 8_000n, toDebt: 181n }] }), [
    'seller:acme:pending > provider:receivable 9000',
    'seller:acme:pending > platform:promotion 600',
    'platform:commission > seller:acme:pending 960',
    'platform:fees > seller:acme:pending 330',
    'platform:vat > seller:acme:pending 129',
    'seller:acme:payable > seller:acme:pending 8000',
    'seller:acme:debt > seller:acme:pending 181',
  ]],
  ['cancel.reallocated/c-2',            cancelReallocated({ correctionId: 'c-2', effectiveAt, lines: [{ ...NO_AMOUNTS, sellerId: 'acme', paid: -100n, commission: -10n, fromPayable: -90n, toDebt: 0n }] }), [
    'provider:receivable > seller:acme:pending 100',
    'seller:acme:pending > platform:commission 10',
    'seller:acme:pending > seller:acme:payable 90',
  ]],
  ['line.matured/o-1/1',                lineMatured({ lineKey: 'o-1/1', sellerId: 'acme', amount: 500n, effectiveAt }), ['seller:acme:pending > seller:acme:payable 500']],
  ['debt.recovered/acme/2026-06-01',    debtRecovered(closing),                              ['seller:acme:payable > seller:acme:debt 500']],
  ['settlement.pending/tx-1',           settlementPending(row), [
    'provider:pending > provider:receivable 8802',
    'provider:fees > provider:receivable 180',
    'provider:fee-vat > provider:receivable 18',
  ]],
  ['settlement.available/tx-1',         settlementAvailable(row),                            ['provider:available > provider:pending 8802']],
  ['payout.reserved/po-1',              payoutReserved(payout),                              ['seller:acme:payable > seller:acme:reserved 10000']],
  ['payout.paid/po-1',                  payoutPaid(payout),                                  ['seller:acme:reserved > provider:available 10000']],
  ['payout.released/po-1',              payoutReleased(payout),                              ['seller:acme:reserved > seller:acme:payable 10000']],
  ['payout.returned/po-1',              payoutReturned(payout),                              ['provider:available > seller:acme:payable 10000']],
  ['reserve.held/acme/2026-06-01',      reserveHeld(closing),                                ['seller:acme:payable > seller:acme:reserve 500']],
  ['reserve.released/acme/2026-06-01',  reserveReleased(closing),                            ['seller:acme:reserve > seller:acme:payable 500']],
  ['reserve.release-decided/d-1',       reserveReleaseDecided({ ...closing, decisionId: 'd-1' }), ['seller:acme:reserve > seller:acme:payable 500']],
  ['tax.withheld/acme/2026-06-01',      taxWithheld(closing),                                ['seller:acme:payable > platform:withholding 500']],
  ['tax.withheld/acme/2026-06-01',      taxWithheld({ ...closing, amount: -500n }),          ['platform:withholding > seller:acme:payable 500']],
  ['tax.invoice-vat/i-1',               taxInvoiceVatPaid({ ...closing, invoiceId: 'i-1' }), ['platform:vat > seller:acme:payable 500']],
  ['debt.written-off/w-1',              debtWrittenOff({ ...closing, writeOffId: 'w-1' }),   ['platform:write-off > seller:acme:debt 500']],
  ['debt.repaid/r-1',                   debtRepaid({ ...closing, repaymentId: 'r-1' }),      ['platform:bank > seller:acme:debt 500']],
  ['seller.adjusted/a-1',               sellerAdjusted({ ...closing, adjustmentId: 'a-1', toDebt: 0n }), ['platform:adjustments > seller:acme:payable 500']],
  ['seller.adjusted/a-1',               sellerAdjusted({ ...closing, adjustmentId: 'a-1', amount: -500n, toDebt: 200n }), [
    'seller:acme:payable > platform:adjustments 500',
    'seller:acme:debt > seller:acme:payable 200',
  ]],
  ['break.adjusted/d-1',                breakAdjusted({ ...broken, gain: won(70n) }),       ['provider:receivable > platform:adjustments 70']],
  ['break.adjusted/d-1',                breakAdjusted({ ...broken, gain: money(-70n, 'KRW') }), ['platform:adjustments > provider:receivable 70']],
  ['break.adjustment-reversed/d-1',     breakAdjustmentReversed({ ...broken, gain: won(70n) }), ['platform:adjustments > provider:receivable 70']],
  ['terms.adjusted/c-1/2',              termsAdjusted({ sellerId: 'acme', effectiveAt, ...adjustment }), [
    'seller:acme:payable > platform:commission 200',
    'seller:acme:payable > platform:vat 20',
  ]],
])('%s', (key, posting, transfers) => {
  expect(posting).toMatchObject({ key, template: key.slice(0, key.indexOf('/')), effectiveAt });
  expect(posting.transfers.map(({ debit, credit, amount }) => `${debit.code} > ${credit.code} ${amount.minor}`)).toEqual(transfers);
  for (const { amount } of posting.transfers) expect(amount.currency).toBe('KRW');
});

test('the database guards the balances of sellers, each account on its own row, and of nobody else', () => {
  for (const account of Object.values(chart).map((of) => of('acme'))) {
    expect(account.guarded).toBe(account.code.startsWith('seller:'));
  }
});

test('assets and expenses grow by debits, liabilities and income by credits', () => {
  expect(naturalSign).toEqual({ asset: 1n, expense: 1n, liability: -1n, income: -1n });
});

test('a signed movement turns around below zero, and keeps its direction at zero', () => {
  const [debit, credit] = [chart.sellerPayable('acme'), chart.platformWithholding()];
  expect(signedTransfer(debit, credit, -1n)).toEqual({ debit: credit, credit: debit, amount: won(1n) });
  expect(signedTransfer(debit, credit, 0n)).toEqual({ debit, credit, amount: won(0n) });
});
