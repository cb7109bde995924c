import { ratePerHundredThousand } from '@jeongsan/money';

/** Income tax on payments for services to an individual without a business, in 1/100,000: 3 % (Income Tax Act, article 129). */
const INCOME_TAX_RATE = 3_000n;
/** Local income tax in 1/100,000: 10 % of the income tax (Local Tax Act, article 103-13). */
const LOCAL_TAX_RATE = 10_000n;

/** Won paid to one seller that are subject to withholding, and won withheld so far. */
export type WithheldSoFar = Readonly<{ taxable: bigint; withheld: bigint }>;

/**
 * The tax to withhold in total from `taxable` won: 3 % income tax, and 10 % of that as local income tax, each rounded down to
 * the won. 0 for a negative sum: no more is given back than was withheld.
 */
export function withholdingOf(taxable: bigint): bigint {
  if (taxable <= 0n) return 0n;
  // ASSUMED: truncated to the won per seller; the truncation to 10 won belongs to the payer's monthly return, not to the statement.
  const incomeTax = ratePerHundredThousand(taxable, INCOME_TAX_RATE, 'floor');
  return incomeTax + ratePerHundredThousand(incomeTax, LOCAL_TAX_RATE, 'floor');
}

/**
 * Won that this statement withholds; negative where refunds return some. Computed from the totals, so that any division into
 * statements ends at the same tax, and a full refund at 0.
 */
export function withholdingDue({ taxable, withheld }: WithheldSoFar, taxableNow: bigint): bigint {
  return withholdingOf(taxable + taxableNow) - withheld;
}
