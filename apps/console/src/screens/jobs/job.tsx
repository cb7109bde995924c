import type { Service } from '@jeongsan/platform-contract';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Json } from '../../blocks/json.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { NotFound } from '../../layout/fallbacks.js';
import { useParam } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { Discard } from './discard.js';
import { jobTexts } from './jobs.texts.js';
import { isService, jobStateWords, serviceWords } from './jobs.words.js';
import { Revive } from './revive.js';
import { useServiceRead } from '../../api/service-reads.js';

/** One job of one service. */
export function Job() {
  const service = useParam('service');
  return isService(service) ? <OfService service={service} /> : <NotFound />;
}

function OfService({ service }: Readonly<{ service: Service }>) {
  const t = useTexts(jobTexts);
  const id = useParam('jobId');
  return (
    <Loaded of={useServiceRead(service, 'getJob', { params: { id } })}>
      {(job) => (
        <Page
          title={t.titleOf(job.job)}
          lead={<State words={jobStateWords} is={job.state} />}
          aside={
            job.state === 'dead' ? (
              <>
                <Revive service={service} of={{ id: job.id }} />
                <Discard service={service} id={job.id} />
              </>
            ) : null
          }
        >
          <Panel>
            <Facts
              facts={[
                [t.service, <InWords key="service" words={serviceWords} is={service} />],
                [t.id, <Id key="id" id={job.id} />],
                [t.enqueued, <Kst key="enqueued" at={job.enqueuedAt} seconds />],
                [t.runAt, <Kst key="runAt" at={job.runAt} seconds />],
                [t.published, <Kst key="published" at={job.publishedAt} seconds />],
                [t.done, <Kst key="done" at={job.doneAt} seconds />],
                [t.died, <Kst key="died" at={job.diedAt} seconds />],
                [t.revivedTimes, job.revivals],
                job.error !== null && [t.error, <bdi key="error">{job.error}</bdi>, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.data}>
            <Json of={job.data} label={t.data} />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
