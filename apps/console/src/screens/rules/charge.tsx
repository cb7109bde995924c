import { Money } from '../../blocks/money.js';
import { type Charge, chargeText, percentText } from './charge-text.js';

/** A charge: a rate, an amount, or a formula with its constants. */
export function ChargeShown({ charge }: Readonly<{ charge: Charge }>) {
  if (charge.kind === 'RATE') return <>{percentText(charge.rate)}</>;
  if (charge.kind === 'FIXED') return <Money won={charge.amount} />;
  return <code>{chargeText(charge)}</code>;
}
