import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { useTexts } from '../../texts/texts.js';
import type { Parked } from './parked-payout.js';
import { sendingTexts } from './sending.texts.js';
import { parkedKindWords } from './sending.words.js';

type Kind = keyof typeof parkedKindWords;

/** Propose what becomes of a parked payout, and decide about a proposal. */
export function ParkedActions({ parked: { payoutId, proposal } }: Readonly<{ parked: Parked }>) {
  const t = useTexts(sendingTexts);
  const isOwn = useActor() === proposal?.proposedBy;
  const undecided = proposal === null ? t.none : undefined;
  const params = { decisionId: proposal?.id ?? '' };
  return (
    <>
      <ActionButton
        operation="approveParkedDecision"
        subject={params.decisionId}
        label={t.approve}
        tone="primary"
        text={<p>{t.approveText}</p>}
        input={() => ({ params })}
        unless={undecided ?? (isOwn ? t.own : undefined)}
      />
      <ActionButton
        operation="rejectParkedDecision"
        subject={params.decisionId}
        label={t.reject}
        tone="danger"
        text={<p>{t.rejectText}</p>}
        input={() => ({ params })}
        unless={undecided}
      />
      <ActionButton
        operation="proposeParkedDecision"
        subject={payoutId}
        label={t.propose}
        text={<p>{t.proposeText}</p>}
        fields={[
          { name: 'kind', kind: 'choice', label: t.decision, words: parkedKindWords },
          {
            name: 'providerPayoutId',
            kind: 'text',
            label: t.providerPayout,
            hint: t.providerPayoutHint,
            isOptional: true,
          },
          { name: 'reason', kind: 'reason', label: t.reason },
        ]}
        input={({ kind = '', providerPayoutId, reason = '' }) => ({
          params: { payoutId },
          body: { kind: kind as Kind, providerPayoutId: typed(providerPayoutId), reason },
        })}
        unless={proposal === null ? undefined : t.proposeOpen}
      />
    </>
  );
}
