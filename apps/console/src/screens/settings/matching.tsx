import { Page } from '../../blocks/page.js';
import { Parts } from '../../blocks/parts.js';
import { useTexts } from '../../texts/texts.js';
import { FeeTables } from './fee-tables.js';
import { settingTexts } from './settings.texts.js';
import { SeverityRules } from './severity-rules.js';
import { ToleranceRules } from './tolerance-rules.js';

/** By which rules the nights compare, and how serious a difference is. */
export function Matching() {
  const t = useTexts(settingTexts);
  return (
    <Page title={t.matching}>
      <Parts
        label={t.matching}
        parts={[
          { key: 'tolerances', title: t.tolerances, of: () => <ToleranceRules /> },
          { key: 'severities', title: t.severities, of: () => <SeverityRules /> },
          { key: 'fees', title: t.fees, of: () => <FeeTables /> },
        ]}
      />
    </Page>
  );
}
