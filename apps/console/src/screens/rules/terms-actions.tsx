import { useNavigate } from '@tanstack/react-router';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { ruleTexts } from './rules.texts.js';
import type { Terms } from './terms-facts.js';
import { termsOf, useTermsFields } from './terms-form.js';

type OfSeller = Readonly<{ sellerId: string; before: Terms | undefined }>;

/** Proposes other terms, and opens the proposal with its effect. */
export function ProposeTerms({ sellerId, before }: OfSeller) {
  const t = useTexts(ruleTexts);
  const navigate = useNavigate();
  return (
    <ActionButton
      operation="proposeTermsChange"
      subject={sellerId}
      label={t.propose}
      tone="primary"
      text={<p>{t.proposeText}</p>}
      fields={useTermsFields(before)}
      input={(values) => ({ body: { ...termsOf(values, before), sellerId } })}
      onDone={({ id }) => void navigate({ to: places.termsChange(id).to })}
    />
  );
}

export function SetTerms({ sellerId, before }: OfSeller) {
  const t = useTexts(ruleTexts);
  return (
    <ActionButton
      operation="setTerms"
      subject={sellerId}
      label={t.set}
      text={<p>{t.setText}</p>}
      fields={useTermsFields(before)}
      input={(values) => ({ params: { sellerId }, body: termsOf(values, before) })}
    />
  );
}
