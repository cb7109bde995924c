import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';

type Shown = Readonly<{
  approve: 'approveTermsChange' | 'approveRuleChange';
  reject: 'rejectTermsChange' | 'rejectRuleChange';
  approveText: string;
  rejectText: string;
  change: Readonly<{ id: string; state: string; proposedBy: string; contentHash: string }>;
}>;

/** The decision of a second person about a proposed change. */
export function DecideChange({ approve, reject, approveText, rejectText, change }: Shown) {
  const l = useTexts(labels);
  const { id, state, proposedBy, contentHash } = change;
  const isOwn = useActor() === proposedBy;
  const decided = state === 'proposed' ? undefined : l.decidedAlready;
  return (
    <>
      <ActionButton
        operation={approve}
        subject={id}
        label={l.approve}
        tone="primary"
        text={<p>{approveText}</p>}
        input={() => ({ params: { changeId: id }, body: { contentHash } })}
        unless={decided ?? (isOwn ? l.ownProposal : undefined)}
      />
      <ActionButton
        operation={reject}
        subject={id}
        label={l.reject}
        tone="danger"
        text={<p>{rejectText}</p>}
        input={() => ({ params: { changeId: id } })}
        unless={decided}
      />
    </>
  );
}
