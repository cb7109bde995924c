import type { ReactNode } from 'react';
import type { ItemOf, OutputOf } from '../../api/names.js';
import { type Fact, Facts } from '../../blocks/facts.js';
import { Money } from '../../blocks/money.js';
import { InWords } from '../../blocks/state.js';
import { useLanguage } from '../../texts/language.js';
import {
  commissionBaseWords,
  datePolicyWords,
  lagUnitWords,
  roundingWords,
  settledAsWords,
  startEventWords,
  taxTypeWords,
  vatBearerWords,
} from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import { wordFor } from '../../texts/words.js';
import { percentText } from './charge-text.js';
import { ChargeShown } from './charge.js';
import { ruleTexts } from './rules.texts.js';

export type Terms = OutputOf<'getTermsChange'>['terms'];
type Whole = ItemOf<'listAllTerms'>;

/** All terms of one version in words. `more` stands before them. */
export function TermsFacts({ terms, more = [] }: Readonly<{ terms: Terms; more?: readonly Fact[] }>) {
  const t = useTexts(ruleTexts);
  const { commission, reserve } = terms;
  return (
    <Facts
      facts={[
        ...more,
        [t.commission, <ChargeShown key="commission" charge={commission.charge} />],
        [
          t.commissionBase,
          <InWords key="base" words={commissionBaseWords} is={terms.commissionBase ?? 'AFTER_SELLER_DISCOUNT'} />,
        ],
        [t.rounding, <InWords key="rounding" words={roundingWords} is={commission.rounding ?? 'floor'} />],
        [t.vatBearer, <InWords key="vat" words={vatBearerWords} is={terms.vatBearer ?? 'SELLER'} />],
        [t.fees, <Fees key="fees" fees={terms.fees} />],
        [t.discountShare, percentText(terms.discountShare ?? 0)],
        [t.taxType, <InWords key="tax" words={taxTypeWords} is={terms.taxType ?? 'GENERAL'} />],
        terms.settledAs !== undefined && [
          t.settledAs,
          <InWords key="settled" words={settledAsWords} is={terms.settledAs} />,
        ],
        [t.startEvent, <InWords key="start" words={startEventWords} is={terms.startEvent ?? 'PAID'} />],
        terms.startEvent === 'CONFIRMED' && [t.autoConfirm, terms.autoConfirmDays ?? 7],
        [t.tranches, <Tranches key="tranches" tranches={terms.tranches} />],
        [t.cycle, terms.cycle],
        [t.datePolicy, <InWords key="policy" words={datePolicyWords} is={terms.datePolicy} />],
        [t.cutoff, terms.cutoff === undefined || terms.cutoff === '00:00' ? t.noCutoff : terms.cutoff],
        [t.minimum, terms.minimumPayout == null ? t.platformMinimum : <Money key="min" won={terms.minimumPayout} />],
        [t.reserve, <ReserveShown key="reserve" reserve={reserve} />],
        [t.debtShare, percentText(terms.debt?.netShare ?? 100_000)],
      ]}
    />
  );
}

function Fees({ fees = [] }: Readonly<{ fees?: Whole['fees'] }>) {
  const t = useTexts(ruleTexts);
  const { language } = useLanguage();
  if (fees.length === 0) return <>{t.noFees}</>;
  return fees.map(({ code, name, charge }) => (
    <div key={code}>
      <bdi>{name[language]}</bdi> ({code}): <ChargeShown charge={charge} />
    </div>
  ));
}

function Tranches({ tranches }: Readonly<{ tranches: Whole['tranches'] }>) {
  const t = useTexts(ruleTexts);
  const { language } = useLanguage();
  return tranches.map(({ share, days, unit }) => (
    <div key={`${share} ${days} ${unit}`}>
      {percentText(share)} {t.after(days, wordFor(lagUnitWords, unit, language))}
    </div>
  ));
}

function ReserveShown({ reserve }: Readonly<{ reserve: Whole['reserve'] }>): ReactNode {
  const t = useTexts(ruleTexts);
  if (reserve == null) return t.noReserve;
  return reserve.kind === 'FIXED' ? <Money won={reserve.amount} /> : t.rolling(percentText(reserve.rate), reserve.days);
}
