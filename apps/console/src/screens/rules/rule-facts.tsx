import type { InputOf } from '../../api/names.js';
import { type Fact, Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { InWords } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { roundingWords } from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import { ChargeShown } from './charge.js';
import { ruleTexts } from './rules.texts.js';

type Rule = InputOf<'createCommissionRule'>['body'];

/** A commission rule: what it fits, what it charges, and from when to when. `more` stands behind. */
export function RuleFacts({ rule, more = [] }: Readonly<{ rule: Rule; more?: readonly (Fact | false)[] }>) {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const { sellerId } = rule;
  return (
    <Facts
      facts={[
        [l.category, <bdi key="category">{rule.category ?? t.every}</bdi>],
        [l.product, <bdi key="product">{rule.productId ?? t.every}</bdi>],
        [l.seller, sellerId == null ? t.every : <Id key="seller" id={sellerId} at={places.seller(sellerId)} />],
        [t.commission, <ChargeShown key="charge" charge={rule.commission.charge} />],
        [t.rounding, <InWords key="rounding" words={roundingWords} is={rule.commission.rounding ?? 'floor'} />],
        [t.effectiveFrom, rule.effectiveFrom],
        [t.effectiveTo, rule.effectiveTo ?? t.noEnd],
        ...more,
      ]}
    />
  );
}
