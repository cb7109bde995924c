import { Stack } from '@mantine/core';
import type { Service } from '@jeongsan/platform-contract';
import { Go } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { Bilingual, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import type { Word } from '../../texts/words.js';
import { jobTexts } from './jobs.texts.js';
import { Revive } from './revive.js';
import { type AnswerOf, useServiceRead } from '../../api/service-reads.js';

type Backlog = AnswerOf<'getBacklog'>;
type Shown = Readonly<{ service: Service; backlog: Backlog }>;
const dueWords = {
  true: ['Due', '실행할 때', 'busy'],
  false: ['Waits', '기다림', 'quiet'],
} as const satisfies Record<string, Word>;

/** What one service has to do. */
export function JobBacklog({ service }: Readonly<{ service: Service }>) {
  return (
    <Loaded of={useServiceRead(service, 'getBacklog')}>
      {(backlog) => (
        <Stack gap="lg">
          <Kinds service={service} backlog={backlog} />
          <Persons service={service} backlog={backlog} />
          <Schedules service={service} backlog={backlog} />
        </Stack>
      )}
    </Loaded>
  );
}

function Kinds({ service, backlog: { jobs, isIdle } }: Shown) {
  const t = useTexts(jobTexts);
  const list = (job: string, state: string, count: number) => (
    <Go at={count === 0 ? null : places.jobs({ service, part: 'all', job, state })}>{count}</Go>
  );
  return (
    <Panel title={t.backlog} aside={isIdle ? t.idle : t.busy}>
      <Grid
        caption={t.backlog}
        empty={t.backlogEmpty}
        items={jobs}
        keyOf={({ job }) => job}
        columns={[
          { title: t.job, cell: ({ job }) => <Go at={places.jobs({ service, part: 'all', job })}>{job}</Go> },
          { title: t.due, align: 'end', cell: ({ job, due }) => list(job, 'due', due) },
          { title: t.waiting, align: 'end', cell: ({ job, waiting }) => list(job, 'waiting', waiting) },
          { title: t.next, cell: ({ nextRunAt }) => <Kst at={nextRunAt} seconds /> },
          { title: t.dead, align: 'end', cell: ({ job, dead }) => list(job, 'dead', dead) },
          { title: t.revive, cell: ({ job, dead }) => (dead > 0 ? <Revive service={service} of={{ job }} /> : '–') },
        ]}
      />
    </Panel>
  );
}

function Persons({ backlog: { waitingForPerson } }: Shown) {
  const t = useTexts(jobTexts);
  return (
    <Panel title={t.persons}>
      <Grid
        caption={t.persons}
        empty={t.personsEmpty}
        items={waitingForPerson}
        keyOf={({ subject, reason }) => `${subject} ${reason}`}
        columns={[
          { title: t.subject, cell: ({ subject }) => <bdi>{subject}</bdi> },
          { title: t.why, cell: ({ text }) => <Bilingual text={text} /> },
          { title: t.since, cell: ({ since }) => <Kst at={since} /> },
        ]}
      />
    </Panel>
  );
}

function Schedules({ backlog: { schedules } }: Shown) {
  const t = useTexts(jobTexts);
  return (
    <Panel title={t.schedules}>
      <Grid
        caption={t.schedules}
        empty={t.schedulesEmpty}
        items={schedules}
        keyOf={({ name }) => name}
        columns={[
          { title: t.schedule, cell: ({ name }) => name },
          { title: t.nextRun, cell: ({ nextRunAt }) => <Kst at={nextRunAt} seconds /> },
          { title: t.state, cell: ({ isDue }) => <State words={dueWords} is={String(isDue)} /> },
        ]}
      />
    </Panel>
  );
}
