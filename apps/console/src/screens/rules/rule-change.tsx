import { SimpleGrid, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress, useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { sumOf } from '../../texts/amounts.js';
import { labels } from '../../texts/labels.js';
import { changeWords } from '../../texts/seller-words.js';
import { ruleChangeKindWords } from '../../texts/terms-words.js';
import { useTexts } from '../../texts/texts.js';
import { MovedLines } from './moved-lines.js';
import { RuleFacts } from './rule-facts.js';
import { DecideChange } from './decide-change.js';
import { ruleTexts } from './rules.texts.js';

type Change = OutputOf<'getRuleChange'>;
type Shown = Readonly<{ change: Change }>;
const SELLERS = '200';

/** A change of a commission rule, and what it moves of which seller. */
export function RuleChange() {
  const changeId = useParam('changeId');
  const change = useRead('getRuleChange', { input: { params: { changeId }, query: { limit: SELLERS } } });
  return <Loaded of={change}>{(data) => <ChangeShown change={data} />}</Loaded>;
}

function ChangeShown({ change }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const { ruleId } = change;
  return (
    <Page
      title={t.ruleChange}
      lead={<State words={changeWords} is={change.state} />}
      aside={<Decide change={change} />}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={<InWords words={ruleChangeKindWords} is={change.kind} />}>
          {change.rule === null ? null : <RuleFacts rule={change.rule} />}
          <Facts
            facts={[
              [t.rule, <Id key="rule" id={ruleId} at={places.commissionRule(ruleId)} />, 'wide'],
              change.rule === null && [t.effectiveTo, change.effectiveFrom],
              [t.sellers, change.sellerCount],
              [t.lines, change.lineCount],
              [t.moved, <Money key="moved" won={change.moved} />],
              [l.proposedBy, change.proposedBy],
              [l.proposedAt, <Kst key="proposed" at={change.proposedAt} />],
              [l.decidedBy, change.decidedBy],
              [l.decidedAt, <Kst key="decided" at={change.decidedAt} />],
              [l.id, <Id key="id" id={change.id} />],
            ]}
          />
        </Panel>
        <Panel title={t.bySeller}>
          <Sellers change={change} />
        </Panel>
      </SimpleGrid>
      <Lines change={change} />
    </Page>
  );
}

/** Each seller's part. It opens the order lines that it is the sum of. */
function Sellers({ change }: Shown) {
  const t = useTexts(ruleTexts);
  const { items, nextCursor } = change.sellers;
  if (items.length === 0) return <Text>{t.noSellers}</Text>;
  // Of a change of more sellers than are shown, the shown ones make a total of their own.
  const total = nextCursor === null ? change.net : sumOf(items.map((item) => item.total.net)).toString();
  return (
    <Sum
      caption={t.bySeller}
      parts={items.map((item) => ({
        key: item.sellerId,
        label: item.sellerId,
        note: `${t.lines}: ${item.lineCount}`,
        won: item.total.net,
        opens: { to: '.', search: { seller: item.sellerId } },
      }))}
      total={total}
    />
  );
}

function Lines({ change: { id, sellers } }: Shown) {
  const [{ seller = sellers.items[0]?.sellerId ?? '' }] = useAddress();
  const net = sellers.items.find(({ sellerId }) => sellerId === seller)?.total.net;
  const lines = useRead('listRuleChangeLines', {
    input: { params: { changeId: id }, query: { sellerId: seller, limit: SELLERS } },
    isEnabled: seller !== '',
  });
  if (seller === '' || net === undefined) return null;
  return (
    <>
      <Text>
        <Id id={seller} at={places.seller(seller)} />
      </Text>
      <Loaded of={lines}>
        {({ items, nextCursor }) => <MovedLines lines={items} isCut={nextCursor !== null} total={net} />}
      </Loaded>
    </>
  );
}

function Decide({ change }: Shown) {
  const t = useTexts(ruleTexts);
  return (
    <DecideChange
      approve="approveRuleChange"
      reject="rejectRuleChange"
      approveText={t.approveRule}
      rejectText={t.rejectRule}
      change={change}
    />
  );
}
