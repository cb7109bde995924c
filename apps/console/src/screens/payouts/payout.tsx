import { Alert, Group, SimpleGrid, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Bilingual, InWords, State } from '../../blocks/state.js';
import { Timeline } from '../../blocks/timeline.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { failureClassWords, scheduleWords } from '../../texts/run-words.js';
import { payoutStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { Explanation } from './explanation.js';
import { Parked } from './parked.js';
import { Postings } from './postings.js';
import { payoutTexts } from './payouts.texts.js';

type Detail = OutputOf<'getPayoutView'>;
const unpaid: readonly Detail['state'][] = ['failed', 'refused', 'returned'];

/** One payout: why it is this much, where it is, and down to each order. */
export function Payout() {
  const payoutId = useParam('payoutId');
  const payout = useRead('getPayoutView', { input: { params: { payoutId } } });
  return <Loaded of={payout}>{(data) => <Shown payout={data} />}</Loaded>;
}

function Shown({ payout }: Readonly<{ payout: Detail }>) {
  const t = useTexts(payoutTexts);
  return (
    <Page
      title={t.titleOf(payout.sellerId)}
      lead={
        <Group gap="sm">
          <State words={payoutStateWords} is={payout.state} />
          <strong>
            <Money won={payout.amount} />
          </strong>
        </Group>
      }
      aside={
        <ActionButton
          operation="reissuePayout"
          subject={payout.id}
          label={t.reissue}
          text={<p>{t.reissueText}</p>}
          fields={[{ name: 'reason', kind: 'reason', label: t.reason }]}
          input={({ reason = '' }) => ({ params: { payoutId: payout.id }, body: { reason } })}
          unless={unpaid.includes(payout.state) ? undefined : t.reissueState}
        />
      }
    >
      {payout.waiting === null ? null : (
        <Alert color="blue" title={t.waits}>
          <Bilingual text={payout.waiting.text} />{' '}
          {payout.waiting.until === null ? null : <Kst at={payout.waiting.until} />}
        </Alert>
      )}
      {payout.state === 'parked' ? <Parked payoutId={payout.id} /> : null}
      <Explanation payoutId={payout.id} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Journey payout={payout} />
        <Panel title={t.ledger}>
          <Postings of={{ payoutId: payout.id }} />
        </Panel>
      </SimpleGrid>
    </Page>
  );
}

/** From the plan to the bank, as far as it has come. */
function Journey({ payout }: Readonly<{ payout: Detail }>) {
  const t = useTexts(payoutTexts);
  const steps = [
    { key: t.planned, at: payout.createdAt },
    { key: t.submitted, at: payout.submittedAt },
    { key: t.observed, at: payout.observedAt, text: payout.providerStatus },
    { key: t.ended, at: payout.finishedAt, text: payout.failureCode },
  ];
  return (
    <Panel title={t.journey}>
      <Timeline
        moments={steps.flatMap(({ key, at, text }) =>
          at === null ? [] : [{ key, at, title: key, text: text === null ? undefined : <Text size="sm">{text}</Text> }],
        )}
      />
      <Facts
        facts={[
          [t.seller, <Id key="seller" id={payout.sellerId} at={places.seller(payout.sellerId)} />],
          [t.run, <Id key="run" id={payout.runId} at={places.run(payout.runId)} />],
          [
            t.batch,
            <Id key="batch" id={payout.batchId} at={payout.batchId === null ? null : places.batch(payout.batchId)} />,
          ],
          [t.reference, <Id key="reference" id={payout.refPayoutId} />],
          [t.provider, <Id key="provider" id={payout.providerPayoutId} />],
          [
            t.schedule,
            payout.scheduleType === null ? '–' : <InWords key="way" words={scheduleWords} is={payout.scheduleType} />,
          ],
          [t.date, payout.payoutDate ?? '–'],
          payout.notBefore !== null && [t.notBefore, payout.notBefore],
          payout.failureClass !== null && [
            t.failureClass,
            <State key="class" words={failureClassWords} is={payout.failureClass} />,
          ],
        ]}
      />
    </Panel>
  );
}
