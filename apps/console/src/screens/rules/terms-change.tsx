import { Alert, SimpleGrid } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { changeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { DecideChange } from './decide-change.js';
import { Difference } from './difference.js';
import { MovedLines } from './moved-lines.js';
import { ruleTexts } from './rules.texts.js';
import { TermsFacts } from './terms-facts.js';

type Shown = Readonly<{ change: OutputOf<'getTermsChange'> }>;

/** A change of terms: what it would move, the terms, and the order lines that it is the sum of. */
export function TermsChange() {
  const changeId = useParam('changeId');
  const change = useRead('getTermsChange', { input: { params: { changeId }, query: { limit: '200' } } });
  return <Loaded of={change}>{(data) => <ChangeShown change={data} />}</Loaded>;
}

function ChangeShown({ change }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  return (
    <Page title={t.change} lead={<State words={changeWords} is={change.state} />} aside={<Decide change={change} />}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={t.effect}>
          <Alert variant="outline" color="gray">
            {change.isEstimate ? t.isEstimate : t.isAdjustment}
          </Alert>
          <Difference total={change.total} />
        </Panel>
        <Panel title={l.details}>
          <Facts
            facts={[
              [l.seller, <Id key="seller" id={change.sellerId} at={places.sellerPart(change.sellerId, 'terms')} />],
              [t.effectiveFrom, change.effectiveFrom],
              [t.lines, change.lineCount],
              change.numbersNeeded.length > 0 && [t.numbersNeeded, change.numbersNeeded.join(', ')],
              [l.proposedBy, change.proposedBy],
              [l.proposedAt, <Kst key="proposed" at={change.proposedAt} />],
              [l.decidedBy, change.decidedBy],
              [l.decidedAt, <Kst key="decided" at={change.decidedAt} />],
              [l.id, <Id key="id" id={change.id} />],
            ]}
          />
        </Panel>
      </SimpleGrid>
      <Panel title={t.proposed}>
        <TermsFacts terms={change.terms} />
      </Panel>
      <MovedLines lines={change.lines.items} isCut={change.lines.nextCursor !== null} total={change.total.net} />
    </Page>
  );
}

function Decide({ change }: Shown) {
  const t = useTexts(ruleTexts);
  return (
    <DecideChange
      approve="approveTermsChange"
      reject="rejectTermsChange"
      approveText={t.approveChange}
      rejectText={t.rejectChange}
      change={change}
    />
  );
}
