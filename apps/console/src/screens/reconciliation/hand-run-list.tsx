import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { handRunStateWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { Mode } from './hand-run-mode.js';
import { RequestHandRun } from './request-hand-run.js';
import { reconciliationTexts } from './reconciliation.texts.js';

/** Runs of reconciliation that people asked for. */
export function HandRunList() {
  const t = useTexts(reconciliationTexts);
  return (
    <Page title={t.handRuns} aside={<RequestHandRun />}>
      <ResourceList
        name="listHandRuns"
        label={t.handRuns}
        empty={t.handRunsEmpty}
        idOf={(run) => run.id}
        columns={[
          {
            key: 'dates',
            title: t.date,
            width: 'minmax(14rem, 1fr)',
            cell: (run) => <Go at={places.handRun(run.id)}>{`${run.from} – ${run.to}`}</Go>,
          },
          { key: 'mode', title: t.mode, cell: (run) => <Mode run={run} /> },
          { key: 'state', title: t.state, cell: (run) => <State words={handRunStateWords} is={run.state} /> },
          { key: 'by', title: t.by, cell: (run) => run.requestedBy },
          { key: 'reason', title: t.reason, width: 'minmax(14rem, 2fr)', cell: (run) => <bdi>{run.reason}</bdi> },
          { key: 'at', title: t.at, width: '13rem', cell: (run) => <Kst at={run.requestedAt} /> },
          {
            key: 'finished',
            title: t.finished,
            width: '13rem',
            isExtra: true,
            cell: (run) => <Kst at={run.finishedAt} />,
          },
        ]}
        filters={[
          { key: 'state', label: t.state, kind: 'choice', words: handRunStateWords },
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
