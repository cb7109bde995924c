import { Alert, Table, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useProgress } from '../../api/progress.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { breakClassWords } from '../../texts/break-words.js';
import { handRunStateWords, proofWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { Mode } from './hand-run-mode.js';
import { reconciliationTexts } from './reconciliation.texts.js';

type Run = OutputOf<'getHandRun'>;
const isOver = ({ state }: Run): boolean => !['queued', 'running'].includes(state);

/** One run by hand, as it goes on. */
export function HandRun() {
  const runId = useParam('runId');
  const read = useRead('getHandRun', { input: { params: { runId } } });
  const isWatched = read.data !== undefined && !isOver(read.data);
  const live = useProgress('watchHandRun', { params: { runId } }, isWatched);
  return <Loaded of={read}>{(data) => <Shown run={live ?? data} />}</Loaded>;
}

function Shown({ run }: Readonly<{ run: Run }>) {
  const t = useTexts(reconciliationTexts);
  return (
    <Page
      title={t.handRunOf(run.from, run.to)}
      lead={<State words={handRunStateWords} is={run.state} />}
      aside={
        <ActionButton
          operation="cancelHandRun"
          subject={run.id}
          label={t.cancelRun}
          tone="danger"
          text={<p>{t.cancelText}</p>}
          fields={[{ name: 'reason', kind: 'reason', label: t.reason }]}
          input={({ reason = '' }) => ({ params: { runId: run.id }, body: { reason } })}
          unless={isOver(run) ? t.runOver : undefined}
        />
      }
    >
      {run.error === null ? null : (
        <Alert color="red" title={t.error}>
          {run.error}
        </Alert>
      )}
      <Panel>
        <div role="status">
          <Facts
            facts={[
              [t.mode, <Mode key="mode" run={run} />],
              [t.stage, run.day === null ? '–' : `${run.day} · ${run.stage ?? ''}`],
              [t.pages, run.pages],
              [t.rows, run.rows],
              [t.by, run.requestedBy],
              [t.at, <Kst key="at" at={run.requestedAt} />],
              [t.finished, <Kst key="finished" at={run.finishedAt} />],
              [t.reason, <bdi key="reason">{run.reason}</bdi>, 'wide'],
            ]}
          />
        </div>
      </Panel>
      {run.results.map((result) => (
        <Result key={result.businessDate} result={result} />
      ))}
    </Page>
  );
}

function Result({ result: { businessDate, breaks, proof } }: Readonly<{ result: Run['results'][number] }>) {
  const t = useTexts(reconciliationTexts);
  const classes = Object.entries(breaks);
  return (
    <Panel title={<Go at={places.day(businessDate)}>{businessDate}</Go>}>
      {proof === null ? null : (
        <div>
          {t.proof}: <State words={proofWords} is={proof.state} /> {proof.number}
        </div>
      )}
      {classes.length === 0 ? (
        <Text>{t.noChange}</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.class}</Table.Th>
              <Table.Th ta="end">{t.before}</Table.Th>
              <Table.Th ta="end">{t.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {classes.map(([of, { before, after }]) => (
              <Table.Tr key={of}>
                <Table.Td>
                  <Go at={places.breaks({ class: of, open: 'true' })}>
                    <InWords words={breakClassWords} is={of} />
                  </Go>
                </Table.Td>
                <Table.Td ta="end">{before}</Table.Td>
                <Table.Td ta="end">{after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}
