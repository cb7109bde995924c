import { ratePerHundredThousand } from '@jeongsan/money';

/** Income tax on what a person without a business is paid for services (Income Tax Act, article 129), in 1/100,000: 3 %. */
const INCOME_TAX_RATE = 3_000n;
/** Local income tax is a tenth of the income tax (Local Tax Act, article 103-13), in 1/100,000. */
const LOCAL_TAX_RATE = 10_000n;

/** What was withheld from one seller so far, in won: of how much, and how much. */
export type WithheldSoFar = Readonly<{ taxable: bigint; withheld: bigint }>;

/**
 * All that must be withheld of all that was ever taxable: 3 % income tax and a tenth of it as local income tax, each without the
 * part of a won. Nothing of a sum below zero: more cannot be given back than was withheld.
 */
export function withholdingOf(taxable: bigint): bigint {
  if (taxable <= 0n) return 0n;
  // ASSUMED: truncated to the won per seller; the truncation to 10 won belongs to the payer's monthly return, not to the statement.
  const incomeTax = ratePerHundredThousand(taxable, INCOME_TAX_RATE, 'floor');
  return incomeTax + ratePerHundredThousand(incomeTax, LOCAL_TAX_RATE, 'floor');
}

/**
 * What this statement withholds, in won; negative where refunds give some back. Computed from the totals and not per statement, so
 * that any division into statements ends at the same tax, and a refund of everything at none.
 */
export function withholdingDue({ taxable, withheld }: WithheldSoFar, taxableNow: bigint): bigint {
  return withholdingOf(taxable + taxableNow) - withheld;
}
