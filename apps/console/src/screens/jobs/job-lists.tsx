import type { Service } from '@jeongsan/platform-contract';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { jobTexts } from './jobs.texts.js';
import { jobStateWords } from './jobs.words.js';
import { Revive } from './revive.js';
import { ServiceList } from '../../blocks/resource-list/service-list.js';

type Shown = Readonly<{ service: Service }>;
const MOMENT = '15rem';

/** Every job of a service, with its state. */
export function JobList({ service }: Shown) {
  const t = useTexts(jobTexts);
  return (
    <ServiceList
      service={service}
      name="listJobs"
      label={t.all}
      empty={t.allEmpty}
      idOf={(job) => job.id}
      columns={[
        { key: 'id', title: t.id, width: '6rem', cell: (job) => <Id id={job.id} at={places.job(service, job.id)} /> },
        { key: 'job', title: t.job, cell: ({ job }) => job },
        { key: 'state', title: t.state, cell: (job) => <State words={jobStateWords} is={job.state} /> },
        { key: 'enqueued', title: t.enqueued, width: MOMENT, cell: (job) => <Kst at={job.enqueuedAt} seconds /> },
        { key: 'runAt', title: t.runAt, width: MOMENT, cell: (job) => <Kst at={job.runAt} seconds /> },
        { key: 'done', title: t.done, width: MOMENT, cell: (job) => <Kst at={job.doneAt} seconds /> },
        { key: 'error', title: t.error, width: 'minmax(12rem, 2fr)', cell: (job) => <bdi>{job.error ?? '–'}</bdi> },
        { key: 'published', title: t.published, isExtra: true, cell: (job) => <Kst at={job.publishedAt} seconds /> },
        { key: 'died', title: t.died, isExtra: true, cell: (job) => <Kst at={job.diedAt} seconds /> },
      ]}
      filters={[
        { key: 'job', label: t.job, kind: 'text' },
        { key: 'state', label: t.state, kind: 'choice', words: jobStateWords },
        { key: 'from', label: t.from, kind: 'date' },
        { key: 'to', label: t.to, kind: 'date' },
      ]}
    />
  );
}

/** Jobs that no worker tries again by itself. */
export function DeadJobs({ service }: Shown) {
  const t = useTexts(jobTexts);
  return (
    <ServiceList
      service={service}
      name="listDeadJobs"
      label={t.dead}
      empty={t.deadEmpty}
      idOf={(job) => job.id}
      columns={[
        { key: 'id', title: t.id, width: '6rem', cell: (job) => <Id id={job.id} at={places.job(service, job.id)} /> },
        { key: 'job', title: t.job, cell: ({ job }) => job },
        { key: 'died', title: t.died, width: MOMENT, cell: (job) => <Kst at={job.diedAt} seconds /> },
        { key: 'error', title: t.error, width: 'minmax(16rem, 3fr)', cell: (job) => <bdi>{job.error}</bdi> },
        { key: 'revived', title: t.revivedTimes, align: 'end', cell: (job) => job.revivals },
        { key: 'revive', title: t.revive, cell: ({ id }) => <Revive service={service} of={{ id }} /> },
      ]}
      filters={[{ key: 'job', label: t.job, kind: 'text' }]}
    />
  );
}

/** Who let which dead job run again. */
export function Revivals({ service }: Shown) {
  const t = useTexts(jobTexts);
  return (
    <ServiceList
      service={service}
      name="listRevivals"
      label={t.revivals}
      empty={t.revivalsEmpty}
      idOf={(revival) => revival.id}
      columns={[
        { key: 'job', title: t.job, cell: ({ job }) => job },
        { key: 'id', title: t.id, cell: ({ jobId }) => <Id id={jobId} at={places.job(service, jobId)} /> },
        { key: 'by', title: t.revivedBy, cell: (revival) => revival.revivedBy },
        { key: 'at', title: t.revived, width: MOMENT, cell: (revival) => <Kst at={revival.revivedAt} seconds /> },
        { key: 'died', title: t.died, width: MOMENT, cell: (revival) => <Kst at={revival.diedAt} seconds /> },
        { key: 'error', title: t.error, width: 'minmax(12rem, 2fr)', cell: (revival) => <bdi>{revival.error}</bdi> },
      ]}
      filters={[{ key: 'job', label: t.job, kind: 'text' }]}
    />
  );
}
