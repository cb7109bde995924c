import { Alert, Group, SimpleGrid } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Bilingual, InWords, State } from '../../blocks/state.js';
import { Timeline } from '../../blocks/timeline.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { personReasonWords, runDecisionWords, runLimitWords } from '../../texts/run-words.js';
import { runStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { RunActions } from './run-actions.js';
import { RunPreview } from './run-preview.js';
import { RunProgress } from './run-progress.js';
import { runTexts } from './runs.texts.js';

export type RunDetail = OutputOf<'getRun'>;

/** One payout run: what it pays, how far it is, and every decision about it. */
export function Run() {
  const runId = useParam('runId');
  const run = useRead('getRun', { input: { params: { runId } } });
  return <Loaded of={run}>{(data) => <Shown run={data} />}</Loaded>;
}

function Shown({ run }: Readonly<{ run: RunDetail }>) {
  const t = useTexts(runTexts);
  return (
    <Page
      title={t.titleOf(run.businessDate)}
      lead={
        <Group gap="sm">
          <State words={runStateWords} is={run.state} />
          <Go at={places.payouts({ runId: run.id })}>
            <Money won={run.total} />
          </Go>
        </Group>
      }
      aside={<RunActions run={run} />}
    >
      <Waits run={run} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={t.progress}>
          <RunProgress run={run} />
        </Panel>
        <Panel title={t.decisions}>
          <Timeline
            moments={run.decisions.map(({ action, by, role, at, detail }) => ({
              key: `${action} ${at}`,
              at,
              title: (
                <>
                  <State words={runDecisionWords} is={action} /> {by} ({role})
                </>
              ),
              text: detail === null ? undefined : <bdi>{detail}</bdi>,
            }))}
          />
          <Overrides run={run} />
        </Panel>
      </SimpleGrid>
      <RunPreview runId={run.id} />
      <Panel>
        <Facts
          facts={[
            [t.draftedBy, run.draftedBy],
            [t.approvedBy, run.approvedBy ?? '–'],
            [t.cutoff, <Kst key="cutoff" at={run.cutoff} />],
            ['ID', <Id key="id" id={run.id} />],
            [t.hash, <Id key="hash" id={run.contentHash} />, 'wide'],
          ]}
        />
      </Panel>
    </Page>
  );
}

/** What the run waits for, why a person is needed, and why it is not being sent. */
function Waits({ run }: Readonly<{ run: RunDetail }>) {
  const t = useTexts(runTexts);
  const { waiting, pausedBy, sameAsRun, personNeeded, state } = run;
  return (
    <>
      {waiting === null || pausedBy !== null ? null : (
        <Alert color="blue" title={t.waits}>
          <Bilingual text={waiting.text} />{' '}
          {waiting.until === null ? null : (
            <>
              (<Kst at={waiting.until} /> {t.until})
            </>
          )}
          {state === 'draft' && personNeeded.length > 0 ? (
            <div>
              {t.personNeeded}:{' '}
              {personNeeded.map((reason, index) => (
                <span key={reason}>
                  {index === 0 ? '' : ' · '}
                  <InWords words={personReasonWords} is={reason} />
                </span>
              ))}
            </div>
          ) : null}
        </Alert>
      )}
      {pausedBy === null ? null : (
        <Alert color="red" title={t.paused}>
          <Bilingual text={pausedBy.text} />{' '}
          {pausedBy.since === null ? null : (
            <>
              (<Kst at={pausedBy.since} /> {t.since})
            </>
          )}
        </Alert>
      )}
      {sameAsRun === null ? null : (
        <Alert color="yellow">
          <Go at={places.run(sameAsRun)}>{t.same}</Go>
        </Alert>
      )}
    </>
  );
}

function Overrides({ run: { overrides } }: Readonly<{ run: RunDetail }>) {
  const t = useTexts(runTexts);
  if (overrides.length === 0) return null;
  return (
    <Timeline
      moments={overrides.map(({ kind, placedAt, placedBy, reason }) => ({
        key: kind,
        at: placedAt,
        title: (
          <>
            {t.overrides}: <InWords words={runLimitWords} is={kind} /> · {placedBy}
          </>
        ),
        text: <bdi>{reason}</bdi>,
      }))}
    />
  );
}
