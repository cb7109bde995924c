import { Alert, SimpleGrid } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { usePlatformNow } from '../../api/clock.js';
import { useActor, useMay } from '../../api/session.js';
import { Failure } from '../../blocks/failure.js';
import { Go } from '../../blocks/go.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { useProposals } from '../approvals/use-proposals.js';
import { DayLine } from './day-line.js';
import { useJobNeeds } from './job-needs.js';
import { byUrgency, type Need } from './need.js';
import { NeedTable } from './need-table.js';
import { SendingPanel } from './sending-panel.js';
import { sources } from './sources.js';
import { todayTexts } from './today.texts.js';

/** What needs a person today, over all services, and how the day goes. */
export function Today() {
  const t = useTexts(todayTexts);
  const may = useMay();
  const now = usePlatformNow();
  const asked = sources.filter(({ needs }) => may(needs));
  const reads = useQueries({ queries: asked.map(({ read }) => read) });
  const jobs = useJobNeeds();
  const needs: Need[] = reads
    .flatMap(({ data }, index) => (data === undefined ? [] : (asked[index]?.needsIn(data, now) ?? [])))
    .concat(jobs.needs)
    .sort(byUrgency);
  const failed = reads.find(({ error, data }) => error !== null && data === undefined);
  const isLoading = jobs.isLoading || reads.some(({ isPending }) => isPending);
  return (
    <Page title={t.title} aside={<MyApprovals />}>
      {failed?.error ? <Failure error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {failed !== undefined || jobs.failed.length > 0 ? (
        <Alert color="yellow">
          {t.away} {jobs.failed.join(', ')}
        </Alert>
      ) : null}
      <DayLine now={now} />
      <Panel title={t.needs}>
        <div data-needs-read={!isLoading}>
          <NeedTable needs={needs} isLoading={isLoading} now={now} />
        </div>
      </Panel>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <SendingPanel />
      </SimpleGrid>
    </Page>
  );
}

function MyApprovals() {
  const t = useTexts(todayTexts);
  const actor = useActor();
  const may = useMay();
  const { proposals } = useProposals();
  const mine = proposals.filter(({ by, approve }) => by !== actor && may(approve.operation));
  return mine.length === 0 ? null : <Go at={places.approvals()}>{t.approvals(mine.length)}</Go>;
}
