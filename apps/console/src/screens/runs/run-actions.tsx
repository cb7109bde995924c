import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { Money } from '../../blocks/money.js';
import { runLimitWords } from '../../texts/run-words.js';
import { useTexts } from '../../texts/texts.js';
import type { RunDetail } from './run.js';
import { runTexts } from './runs.texts.js';

const approvable: readonly RunDetail['state'][] = ['draft', 'stopped'];
const rejectable: readonly RunDetail['state'][] = ['draft', 'approved', 'stopped'];
const isLimit = (text: string): text is keyof typeof runLimitWords => Object.hasOwn(runLimitWords, text);

/** What a person can decide about a run. */
export function RunActions({ run }: Readonly<{ run: RunDetail }>) {
  const t = useTexts(runTexts);
  const isOwn = useActor() === run.draftedBy;
  const params = { runId: run.id };
  const total = (
    <p>
      <strong>
        {run.businessDate} · <Money won={run.total} /> · {t.payouts} {run.payoutCount}
      </strong>
    </p>
  );
  const own = isOwn ? t.approveOwn : undefined;
  const limit = run.pausedBy?.reason;
  const isLimited = limit !== undefined && isLimit(limit);
  return (
    <>
      <ActionButton
        operation="approveRun"
        subject={run.id}
        label={t.approve}
        tone="primary"
        text={
          <>
            {total}
            <p>{t.approveText}</p>
          </>
        }
        input={() => ({ params, body: { contentHash: run.contentHash } })}
        unless={approvable.includes(run.state) ? own : t.approveState}
      />
      <ActionButton
        operation="rejectRun"
        subject={run.id}
        label={t.reject}
        tone="danger"
        text={
          <>
            {total}
            <p>{t.rejectText}</p>
          </>
        }
        fields={[{ name: 'reason', kind: 'reason', label: t.why }]}
        input={({ reason }) => ({ params, body: { reason: typed(reason) } })}
        unless={rejectable.includes(run.state) ? undefined : t.rejectState}
      />
      <ActionButton
        operation="dispatchRun"
        subject={run.id}
        label={t.dispatch}
        text={
          <>
            {total}
            <p>{t.dispatchText}</p>
          </>
        }
        fields={[{ name: 'reason', kind: 'reason', label: t.why }]}
        input={({ reason = '' }) => ({ params, body: { reason } })}
        unless={run.state === 'approved' ? undefined : t.dispatchState}
      />
      <ActionButton
        operation="overrideRun"
        subject={run.id}
        label={t.override}
        text={<p>{t.overrideText}</p>}
        fields={[
          { name: 'kind', kind: 'choice', label: t.limit, words: runLimitWords, initial: isLimited ? limit : '' },
          { name: 'reason', kind: 'reason', label: t.why },
        ]}
        input={({ kind = '', reason = '' }) => ({ params, body: { kind: isLimit(kind) ? kind : 'RUN_CAP', reason } })}
        unless={isLimited ? own : t.overrideNone}
      />
    </>
  );
}
