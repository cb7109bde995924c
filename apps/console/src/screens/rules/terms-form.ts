import type { InputOf } from '../../api/names.js';
import { type Field, type Values, wonTyped } from '../../blocks/action-button/action.js';
import {
  commissionBaseWords,
  datePolicyWords,
  roundingWords,
  settledAsWords,
  startEventWords,
  taxTypeWords,
  vatBearerWords,
} from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import type { Word } from '../../texts/words.js';
import { CHARGE_TEXT, chargeText, chargeTyped, PERCENT_TEXT, percentText, percentTyped } from './charge-text.js';
import { ruleTexts } from './rules.texts.js';
import type { Terms } from './terms-facts.js';
import {
  FEES_TEXT,
  feesText,
  feesTyped,
  RESERVE_TEXT,
  reserveText,
  reserveTyped,
  TRANCHES_TEXT,
  tranchesText,
  tranchesTyped,
} from './terms-text.js';

type Body = InputOf<'setTerms'>['body'];

/** The fields of a version of terms. They begin with the terms before, if there are any. */
export function useTermsFields(before: Terms | undefined): readonly Field[] {
  const t = useTexts(ruleTexts);
  const choice = (name: string, label: string, words: Readonly<Record<string, Word>>, initial: string) =>
    ({ name, kind: 'choice', label, words, initial }) as const;
  const text = (name: string, label: string, hint: string, pattern: RegExp, initial: string) =>
    ({ name, kind: 'text', label, hint, pattern, initial }) as const;
  const { commission } = before ?? {};
  return [
    { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
    text('commission', t.commission, t.chargeHint, CHARGE_TEXT, commission ? chargeText(commission.charge) : ''),
    choice('commissionBase', t.commissionBase, commissionBaseWords, before?.commissionBase ?? 'AFTER_SELLER_DISCOUNT'),
    choice('rounding', t.rounding, roundingWords, commission?.rounding ?? 'floor'),
    choice('vatRounding', t.vatRounding, roundingWords, commission?.vatRounding ?? 'floor'),
    choice('vatBearer', t.vatBearer, vatBearerWords, before?.vatBearer ?? 'SELLER'),
    {
      name: 'fees',
      kind: 'long',
      label: t.fees,
      hint: t.feesHint,
      pattern: FEES_TEXT,
      isOptional: true,
      initial: feesText(before?.fees),
    },
    text('discountShare', t.discountShare, t.percentHint, PERCENT_TEXT, percentText(before?.discountShare ?? 0)),
    choice('taxType', t.taxType, taxTypeWords, before?.taxType ?? 'GENERAL'),
    { ...choice('settledAs', t.settledAs, settledAsWords, before?.settledAs ?? ''), isOptional: true },
    choice('startEvent', t.startEvent, startEventWords, before?.startEvent ?? 'PAID'),
    text('autoConfirmDays', t.autoConfirm, t.daysHint, /^\d{1,2}$/, String(before?.autoConfirmDays ?? 7)),
    text('tranches', t.tranches, t.tranchesHint, TRANCHES_TEXT, before ? tranchesText(before.tranches) : '100% D+1'),
    text('cycle', t.cycle, t.cycleHint, /^(DAILY|(WEEKLY|MONTHLY|MANUAL):[A-Z\d,-]+)$/, before?.cycle ?? 'DAILY'),
    choice('datePolicy', t.datePolicy, datePolicyWords, before?.datePolicy ?? 'HOLIDAY_BEFORE'),
    text('cutoff', t.cutoff, t.cutoffHint, /^([01]\d|2[0-3]):[0-5]\d$/, before?.cutoff ?? '00:00'),
    {
      name: 'minimum',
      kind: 'won',
      label: t.minimum,
      hint: t.minimumHint,
      isOptional: true,
      initial: before?.minimumPayout == null ? '' : String(before.minimumPayout),
    },
    {
      ...text('reserve', t.reserve, t.reserveHint, RESERVE_TEXT, reserveText(before?.reserve)),
      isOptional: true,
    },
    text('debtShare', t.debtShare, t.percentHint, PERCENT_TEXT, percentText(before?.debt?.netShare ?? 100_000)),
  ];
}

/** Terms from the fields above. Choices are members of their lists: the dialog offers no others. */
export function termsOf(values: Values, before: Terms | undefined): Body {
  const of = (name: string) => (values[name] ?? '').trim();
  const settledAs = of('settledAs');
  return {
    effectiveFrom: of('effectiveFrom'),
    commission: {
      charge: chargeTyped(of('commission')),
      rounding: of('rounding') as keyof typeof roundingWords,
      vatRounding: of('vatRounding') as keyof typeof roundingWords,
    },
    commissionBase: of('commissionBase') as keyof typeof commissionBaseWords,
    vatBearer: of('vatBearer') as keyof typeof vatBearerWords,
    fees: feesTyped(of('fees'), before?.fees),
    discountShare: percentTyped(of('discountShare')),
    taxType: of('taxType') as keyof typeof taxTypeWords,
    ...(settledAs !== '' && { settledAs: settledAs as keyof typeof settledAsWords }),
    startEvent: of('startEvent') as keyof typeof startEventWords,
    autoConfirmDays: Number(of('autoConfirmDays')),
    tranches: tranchesTyped(of('tranches')),
    cycle: of('cycle'),
    datePolicy: of('datePolicy') as keyof typeof datePolicyWords,
    cutoff: of('cutoff'),
    minimumPayout: wonTyped(of('minimum')) ?? null,
    reserve: reserveTyped(of('reserve')),
    debt: { netShare: percentTyped(of('debtShare')) },
  };
}
