import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { InputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, typed, type Values } from '../../blocks/action-button/action.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { roundingWords } from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import { CHARGE_TEXT, chargeTyped } from './charge-text.js';
import { ruleTexts } from './rules.texts.js';

type OfRule = Readonly<{ ruleId: string }>;
type Rounding = keyof typeof roundingWords;

function useRuleFields(): readonly Field[] {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  return [
    { name: 'category', kind: 'text', label: l.category, hint: t.ruleHint, isOptional: true },
    { name: 'productId', kind: 'text', label: l.product, isOptional: true },
    { name: 'sellerId', kind: 'text', label: l.seller, isOptional: true },
    { name: 'commission', kind: 'text', label: t.commission, hint: t.chargeHint, pattern: CHARGE_TEXT },
    { name: 'rounding', kind: 'choice', label: t.rounding, words: roundingWords, initial: 'floor' },
    { name: 'vatRounding', kind: 'choice', label: t.vatRounding, words: roundingWords, initial: 'floor' },
    { name: 'effectiveFrom', kind: 'date', label: t.effectiveFrom },
    { name: 'effectiveTo', kind: 'date', label: t.effectiveTo, hint: t.endHint, isOptional: true },
  ];
}

/** `id` is the caller's: the same one makes a repeated request one rule. */
const ruleOf = (values: Values, id: string): InputOf<'createCommissionRule'>['body'] => ({
  id,
  category: typed(values['category']) ?? null,
  productId: typed(values['productId']) ?? null,
  sellerId: typed(values['sellerId']) ?? null,
  commission: {
    charge: chargeTyped(values['commission'] ?? ''),
    rounding: values['rounding'] as Rounding,
    vatRounding: values['vatRounding'] as Rounding,
  },
  effectiveFrom: values['effectiveFrom'] ?? '',
  effectiveTo: typed(values['effectiveTo']) ?? null,
});

/** An id for the next rule, and a function that takes another one once it is used. */
function useRuleId(): readonly [string, () => void] {
  const [id, setId] = useState(() => crypto.randomUUID());
  return [id, () => setId(crypto.randomUUID())];
}

export function CreateRule() {
  const t = useTexts(ruleTexts);
  const [id, next] = useRuleId();
  return (
    <ActionButton
      operation="createCommissionRule"
      subject="new"
      label={t.createRule}
      tone="primary"
      text={<p>{t.createRuleText}</p>}
      fields={useRuleFields()}
      input={(values) => ({ body: ruleOf(values, id) })}
      onDone={next}
    />
  );
}

/** Proposes a rule from a day that is over, and opens the proposal with its effect. */
export function ProposeRule() {
  const t = useTexts(ruleTexts);
  const navigate = useNavigate();
  const [id, next] = useRuleId();
  return (
    <ActionButton
      operation="proposeRuleChange"
      subject="begin"
      label={t.proposeRule}
      text={<p>{t.proposeRuleText}</p>}
      fields={useRuleFields()}
      input={(values) => ({ body: { kind: 'begin' as const, rule: ruleOf(values, id) } })}
      onDone={(change) => {
        next();
        void navigate({ to: places.ruleChange(change.id).to });
      }}
    />
  );
}

export function EndRule({ ruleId }: OfRule) {
  const t = useTexts(ruleTexts);
  return (
    <ActionButton
      operation="endCommissionRule"
      subject={ruleId}
      label={t.endRule}
      tone="danger"
      text={<p>{t.endRuleText}</p>}
      fields={[{ name: 'effectiveTo', kind: 'date', label: t.lastDay }]}
      input={({ effectiveTo = '' }) => ({ params: { ruleId }, body: { effectiveTo } })}
    />
  );
}

/** Proposes that a rule ended on a day that is over. */
export function ProposeEnd({ ruleId }: OfRule) {
  const t = useTexts(ruleTexts);
  const navigate = useNavigate();
  return (
    <ActionButton
      operation="proposeRuleChange"
      subject={`end ${ruleId}`}
      label={t.proposeEnd}
      text={<p>{t.proposeRuleText}</p>}
      fields={[{ name: 'effectiveTo', kind: 'date', label: t.lastDay }]}
      input={({ effectiveTo = '' }) => ({ body: { kind: 'end' as const, ruleId, effectiveTo } })}
      onDone={({ id }) => void navigate({ to: places.ruleChange(id).to })}
    />
  );
}
