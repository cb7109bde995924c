import { Page } from '../../blocks/page.js';
import { Parts } from '../../blocks/parts.js';
import { useTexts } from '../../texts/texts.js';
import { legalTexts } from './legal.texts.js';
import { SegregationRules } from './segregation-rules.js';
import { StatutoryChoices } from './statutory-choices.js';
import { StatutoryRules } from './statutory-rules.js';

/** Legal payment deadlines, which of them apply, and the money that must be kept apart. */
export function Statutory() {
  const t = useTexts(legalTexts);
  return (
    <Page title={t.title}>
      <Parts
        label={t.title}
        parts={[
          { key: 'deadlines', title: t.deadlines, of: () => <StatutoryRules /> },
          { key: 'choices', title: t.choices, of: () => <StatutoryChoices /> },
          { key: 'segregation', title: t.segregation, of: () => <SegregationRules /> },
        ]}
      />
    </Page>
  );
}
