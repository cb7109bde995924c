import { Group, SimpleGrid } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Evidence } from '../../blocks/evidence.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { Timeline } from '../../blocks/timeline.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { breakActionWords, breakClassWords, severityWords } from '../../texts/break-words.js';
import { useLanguage } from '../../texts/language.js';
import { breakStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { wordFor } from '../../texts/words.js';
import { BreakActions } from './break-actions.js';
import { BreakDecisions } from './break-decisions.js';
import { reconciliationTexts } from './reconciliation.texts.js';

export type BreakDetail = OutputOf<'getBreak'>;

/** One difference: both sides, what can be done about it, and what was. */
export function Break() {
  const breakId = useParam('breakId');
  const found = useRead('getBreak', { input: { params: { breakId } } });
  return <Loaded of={found}>{(data) => <Shown found={data} />}</Loaded>;
}

function Shown({ found }: Readonly<{ found: BreakDetail }>) {
  const t = useTexts(reconciliationTexts);
  const { language } = useLanguage();
  return (
    <Page
      title={wordFor(breakClassWords, found.class, language)}
      lead={
        <Group gap="sm">
          <State words={breakStateWords} is={found.state} />
          <State words={severityWords} is={found.severity} />
          <strong>
            <Money won={found.amount} currency={found.currency} />
          </strong>
        </Group>
      }
      aside={<BreakActions found={found} />}
    >
      <Panel title={t.evidence}>
        <Evidence {...found.evidence} currency={found.currency} caption={t.evidence} />
      </Panel>
      <BreakDecisions found={found} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <BreakFacts found={found} />
        <Panel title={t.history}>
          <Timeline
            moments={[
              { key: 'opened', at: found.openedAt, title: t.opened },
              ...found.history.map(({ version, at, actor, to, action, reason, note }) => ({
                key: `${version}`,
                at,
                title: (
                  <>
                    <InWords words={breakStateWords} is={to} /> · {actor} ·{' '}
                    <InWords words={breakActionWords} is={action} />
                  </>
                ),
                text: (
                  <bdi>
                    {reason} {note}
                  </bdi>
                ),
              })),
            ]}
          />
        </Panel>
      </SimpleGrid>
    </Page>
  );
}

function BreakFacts({ found }: Readonly<{ found: BreakDetail }>) {
  const t = useTexts(reconciliationTexts);
  const { orderId, paymentKey, sellerId } = found;
  return (
    <Panel>
      <Facts
        facts={[
          [
            t.date,
            <Go key="day" at={places.day(found.businessDate)}>
              {found.businessDate}
            </Go>,
          ],
          [t.due, <Kst key="due" at={found.dueAt} />],
          [t.owner, found.owner ?? '–'],
          [t.age, t.hours(found.ageHours)],
          found.expected !== null && [t.expected, found.expected],
          found.found !== null && [t.found, found.found],
          [t.subject, <Id key="subject" id={found.subject} />],
          orderId !== null && [t.order, <Id key="order" id={orderId} at={places.order(orderId)} />],
          paymentKey !== null && [t.payment, <Id key="payment" id={paymentKey} at={places.payment(paymentKey)} />],
          sellerId !== null && [t.seller, <Id key="seller" id={sellerId} at={places.seller(sellerId)} />],
          found.matchedKey !== null && [t.matched, <Id key="matched" id={found.matchedKey} />],
          found.resolvedAt !== null && [t.resolved, <Kst key="resolved" at={found.resolvedAt} />],
          ['ID', <Id key="id" id={found.id} />],
        ]}
      />
    </Panel>
  );
}
