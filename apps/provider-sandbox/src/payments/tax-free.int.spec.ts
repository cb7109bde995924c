import type { TaxType } from '@jeongsan/sandbox-control';
import { issued } from '../testing/accounts.js';
import { charged, issued as billingKeyIssued } from '../testing/billing.js';
import { freezeAt, paid } from '../testing/buyer.js';
import { addedMerchant, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const withType = (taxType: TaxType) => sandbox.control.changeSettings({ body: { taxType } });
const taxed = { taxFreeAmount: 0n, suppliedAmount: 10_000n, vat: 1_000n };
const cancel = (paymentKey: string, cancelAmount: bigint, taxFreeAmount?: bigint) =>
  sandbox.provider.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: '변심', cancelAmount, ...(taxFreeAmount !== undefined && { taxFreeAmount }) },
  });

// prettier-ignore
test.each<[TaxType, object]>([
  ['TAXABLE',  taxed],
  ['MIXED',    { taxFreeAmount: 5_500n, suppliedAmount: 5_000n, vat: 500n }],
  ['TAX_FREE', { taxFreeAmount: 11_000n, suppliedAmount: 0n, vat: 0n }],
])('a %s merchant’s payment with a tax-free half', async (taxType, expected) => {
  await withType(taxType);
  expect(await paid(sandbox, 11_000n, { taxFreeAmount: 5_500n })).toMatchObject(expected);
});

test('a taxable merchant’s tax-free part is ignored by accounts and billing, too', async () => {
  await withType('TAXABLE');
  expect(await issued(sandbox, { amount: 11_000n, taxFreeAmount: 1_000n })).toMatchObject(taxed);
  const { billingKey } = await billingKeyIssued(sandbox);
  expect(await charged(sandbox, billingKey, { amount: 11_000n, taxFreeAmount: 1_000n })).toMatchObject(taxed);
});

// prettier-ignore
test.each<[TaxType, bigint | undefined, bigint]>([
  ['TAXABLE',  2_000n,     0n],
  ['MIXED',    2_000n,     2_000n],
  ['MIXED',    undefined,  0n],
  ['TAX_FREE', undefined,  3_000n],
  ['TAX_FREE', 2_000n,     3_000n],
])('a %s merchant’s cancel of 3,000 won that says %s is free of tax', async (taxType, said, taxFreeAmount) => {
  await withType(taxType);
  const { paymentKey } = await paid(sandbox, 11_000n, { taxFreeAmount: 5_500n });
  expect((await cancel(paymentKey, 3_000n, said)).cancels).toMatchObject([{ cancelAmount: 3_000n, taxFreeAmount }]);
});

test('a taxable merchant’s tax-free part is refused when its settings say so, and no payment is made', async () => {
  await sandbox.control.changeSettings({ body: { taxType: 'TAXABLE', refusesTaxFreeOfTaxable: true } });
  const refused = { code: 'INVALID_REQUEST', detail: expect.stringContaining('taxFreeAmount') as string };
  await expect(issued(sandbox, { taxFreeAmount: 1n })).rejects.toMatchObject(refused);
  expect(await issued(sandbox, { taxFreeAmount: 0n })).toMatchObject({ taxFreeAmount: 0n });
  const { paymentKey } = await paid(sandbox, 11_000n);
  await expect(cancel(paymentKey, 3_000n, 1n)).rejects.toMatchObject(refused);
  expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ cancels: null });
});

test('the process starts with the tax type of its setting; each merchant can have its own', async () => {
  const started = await startSandbox({ TAX_TYPE: 'TAXABLE' });
  const other = await addedMerchant(started, 'other');
  await other.control.changeSettings({ body: { taxType: 'MIXED' } });
  const asked = { amount: 11_000n, taxFreeAmount: 5_500n };
  expect([(await issued(started, asked)).taxFreeAmount, (await issued(other, asked)).taxFreeAmount]).toEqual([
    0n,
    5_500n,
  ]);
  await started.stop();
});
