import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { Bilingual, State } from '../../blocks/state.js';
import { usePlatformNow } from '../../api/clock.js';
import { places } from '../../layout/places.js';
import { runStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { dayInKorea } from '../../texts/times.js';
import { runTexts } from './runs.texts.js';

/** Payout runs, the newest first. */
export function RunList() {
  const t = useTexts(runTexts);
  const today = dayInKorea(usePlatformNow());
  return (
    <Page
      title={t.title}
      aside={
        <ActionButton
          operation="requestRun"
          subject="new"
          label={t.draft}
          text={<p>{t.draftText}</p>}
          fields={[
            { name: 'businessDate', kind: 'date', label: t.date, initial: today },
            { name: 'reason', kind: 'reason', label: t.why, isOptional: true },
          ]}
          input={({ businessDate = '', reason }) => ({ body: { businessDate, reason: typed(reason) } })}
        />
      }
    >
      <ResourceList
        name="listRuns"
        label={t.title}
        empty={t.empty}
        idOf={(run) => run.id}
        columns={[
          { key: 'date', title: t.date, cell: (run) => <Go at={places.run(run.id)}>{run.businessDate}</Go> },
          { key: 'state', title: t.state, cell: (run) => <State words={runStateWords} is={run.state} /> },
          { key: 'payouts', title: t.payouts, align: 'end', width: '7rem', cell: (run) => run.payoutCount },
          {
            key: 'total',
            title: t.total,
            align: 'end',
            cell: (run) => (
              <Go at={places.payouts({ runId: run.id })}>
                <Money won={run.total} />
              </Go>
            ),
          },
          { key: 'held', title: t.held, align: 'end', cell: (run) => <Money won={run.heldTotal} /> },
          {
            key: 'waits',
            title: t.waits,
            width: 'minmax(14rem, 2fr)',
            cell: (run) => (run.waiting === null ? '–' : <Bilingual text={run.waiting.text} />),
          },
          { key: 'draftedBy', title: t.draftedBy, isExtra: true, cell: (run) => run.draftedBy },
          { key: 'approvedBy', title: t.approvedBy, isExtra: true, cell: (run) => run.approvedBy ?? '–' },
          { key: 'cutoff', title: t.cutoff, isExtra: true, width: '12rem', cell: (run) => <Kst at={run.cutoff} /> },
        ]}
        filters={[
          { key: 'state', label: t.state, kind: 'choice', words: runStateWords },
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.to, kind: 'date' },
          { key: 'minAmount', label: t.least, kind: 'won' },
        ]}
      />
    </Page>
  );
}
