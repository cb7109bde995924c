import type { InputOf } from '../../api/names.js';

type FeeLine = InputOf<'proposeFeeTable'>['body']['lines'][number];

const numberIn = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

/**
 * Fees as they are typed: method; currency; rate per 100,000; fixed amount; rounding; VAT. One a line, empty lines are left out.
 * Never throws: a line with a fault keeps it, and the service says which member is wrong.
 */
export const feeLinesTyped = (text: string): FeeLine[] =>
  text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const [method = '', currency = '', rate, fixed, rounding = '', vat = ''] = line
      .split(';')
      .map((part) => part.trim());
    return [
      {
        method,
        currency,
        rate: numberIn(rate),
        fixed: numberIn(fixed),
        rounding: rounding as NonNullable<FeeLine['rounding']>,
        vat: vat as FeeLine['vat'],
      },
    ];
  });
