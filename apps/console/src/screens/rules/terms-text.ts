import type { ItemOf } from '../../api/names.js';
import { CHARGE_TEXT, chargeText, chargeTyped, percentText, percentTyped } from './charge-text.js';

type Terms = ItemOf<'listAllTerms'>;
type Tranche = Terms['tranches'][number];
type Reserve = NonNullable<Terms['reserve']>;
type Fee = NonNullable<Terms['fees']>[number];

const PERCENT = String.raw`\d{1,3}(\.\d{1,3})?%`;
/** `100% D+1`, or `70% D+1, 30% B+5`: D counts calendar days, B business days. */
export const TRANCHES_TEXT = new RegExp(`^${PERCENT} [DB]\\+\\d{1,3}(,\\s*${PERCENT} [DB]\\+\\d{1,3}){0,3}$`);
/** `10% / 30`: a share for so many days; or a fixed amount in won. */
export const RESERVE_TEXT = new RegExp(`^(${PERCENT} / \\d{1,3}|\\d{1,16})$`);
/** One fee a line: `CODE; Korean name; English name; charge`. */
export const FEES_TEXT = new RegExp(
  `^([A-Z][A-Z0-9_]{1,29};[^;\\n]{1,40};[^;\\n]{1,40};\\s*${CHARGE_TEXT.source.slice(1, -1)}\\s*(\\n|$))*$`,
);

export const tranchesText = (tranches: readonly Tranche[]): string =>
  tranches
    .map(({ days, unit, share }) => `${percentText(share)} ${unit === 'BUSINESS' ? 'B' : 'D'}+${days}`)
    .join(', ');

export const tranchesTyped = (text: string): Tranche[] =>
  text.split(',').map((part) => {
    const [share = '', lag = ''] = part.trim().split(' ');
    return {
      share: percentTyped(share),
      unit: lag.startsWith('B') ? 'BUSINESS' : 'CALENDAR',
      days: Number(lag.slice(2)),
    };
  });

export const reserveText = (reserve: Reserve | null | undefined): string =>
  reserve == null
    ? ''
    : reserve.kind === 'FIXED'
      ? String(reserve.amount)
      : `${percentText(reserve.rate)} / ${reserve.days}`;

export function reserveTyped(text: string): Reserve | null {
  const typed = text.trim();
  if (typed === '') return null;
  const [rate = '', days] = typed.split(' / ');
  return days === undefined
    ? { kind: 'FIXED', amount: Number(typed) }
    : { kind: 'ROLLING', rate: percentTyped(rate), days: Number(days) };
}

export const feesText = (fees: readonly Fee[] = []): string =>
  fees.map(({ code, name, charge }) => [code, name.ko, name.en, chargeText(charge)].join('; ')).join('\n');

/** What the text does not say of a fee, its rounding and who bears its VAT, stays as it was for its code. */
export const feesTyped = (text: string, before: readonly Fee[] = []): Fee[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [code = '', ko = '', en = '', ...charge] = line.split(';').map((part) => part.trim());
      const kept = before.find((fee) => fee.code === code);
      return { ...kept, code, name: { ko, en }, charge: chargeTyped(charge.join(';')) };
    });
