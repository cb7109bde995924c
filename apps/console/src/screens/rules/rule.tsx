import { useRead } from '../../api/reads.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { useParam } from '../../layout/address.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { EndRule, ProposeEnd } from './rule-actions.js';
import { RuleFacts } from './rule-facts.js';
import { ruleTexts } from './rules.texts.js';

/** One commission rule. */
export function Rule() {
  const ruleId = useParam('ruleId');
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  return (
    <Loaded of={useRead('getCommissionRule', { input: { params: { ruleId } } })}>
      {(rule) => (
        <Page
          title={t.rule}
          aside={
            <>
              <EndRule ruleId={ruleId} />
              <ProposeEnd ruleId={ruleId} />
            </>
          }
        >
          <Panel>
            <RuleFacts
              rule={rule}
              more={[
                rule.numbersNeeded.length > 0 && [t.numbersNeeded, rule.numbersNeeded.join(', ')],
                [t.createdBy, rule.createdBy],
                [l.createdAt, <Kst key="at" at={rule.createdAt} />],
                rule.endedBy !== null && [t.endedBy, rule.endedBy],
                [l.id, <Id key="id" id={rule.id} />],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
