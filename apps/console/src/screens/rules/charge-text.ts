import type { ItemOf } from '../../api/names.js';

export type Charge = ItemOf<'listAllTerms'>['commission']['charge'];

/** Rates and shares are in 1/100,000: one percent is 1,000 of them. */
const OF_PERCENT = 1_000;

/** `3.85%`, or `=FORMULA; 3.85%; 300`, or `300` for a fixed amount in won. */
export const CHARGE_TEXT = /^(\d{1,3}(\.\d{1,3})?%|\d{1,16}|=[^;]{1,200}(;\s*\d{1,3}(\.\d{1,3})?%)?(;\s*\d{1,16})?)$/;
export const PERCENT_TEXT = /^\d{1,3}(\.\d{1,3})?%?$/;

/** A rate in 1/100,000 as a person writes it. */
export const percentText = (rate: number): string => `${rate / OF_PERCENT}%`;
/** A rate in 1/100,000 from such a text. */
export const percentTyped = (text: string): number => Math.round(Number(text.replace('%', '').trim()) * OF_PERCENT);

export function chargeText(charge: Charge): string {
  if (charge.kind === 'RATE') return percentText(charge.rate);
  if (charge.kind === 'FIXED') return String(charge.amount);
  const { formula, rate = 0, amount = 0 } = charge;
  return [
    `=${formula}`,
    ...(rate ? [percentText(rate)] : []),
    ...(String(amount) === '0' ? [] : [String(amount)]),
  ].join('; ');
}

/** The charge of a text that looks like CHARGE_TEXT. */
export function chargeTyped(text: string): Charge {
  const typed = text.trim();
  if (!typed.startsWith('='))
    return typed.endsWith('%') ? { kind: 'RATE', rate: percentTyped(typed) } : { kind: 'FIXED', amount: Number(typed) };
  const [formula = '', ...constants] = typed.slice(1).split(';');
  const rate = constants.find((constant) => constant.trim().endsWith('%'));
  const amount = constants.find((constant) => !constant.trim().endsWith('%'));
  return {
    kind: 'FORMULA',
    formula: formula.trim(),
    ...(rate !== undefined && { rate: percentTyped(rate) }),
    ...(amount !== undefined && { amount: Number(amount) }),
  };
}
