import { useActor, useMe } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import type { Field } from '../../blocks/action-button/action.js';
import { Go } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { approvalTexts } from './approvals.texts.js';
import { type Proposal, saidIn, type Verdict } from './proposal.js';

/** Approve and reject, as far as the person may. */
export function Decide({ proposal }: Readonly<{ proposal: Proposal }>) {
  const t = useTexts(approvalTexts);
  const { language } = useLanguage();
  const unless = useHindrance(proposal);
  const { kind, won, place, approve, reject, id } = proposal;
  const fieldsOf = ({ asks }: Verdict): readonly Field[] =>
    asks === undefined ? [] : [{ name: asks, kind: 'reason', label: t.reason }];
  const text = (says: string) => (
    <>
      <p>
        <strong>
          {kind.word[language === 'en' ? 0 : 1]} · <bdi>{saidIn(proposal, language)}</bdi>{' '}
          {won === null ? null : <Money won={won} />}
        </strong>
      </p>
      <p>
        {says} <Go at={place}>{t.open}</Go>
      </p>
    </>
  );
  return (
    <>
      <ActionButton
        operation={approve.operation}
        subject={id}
        label={t.approve}
        tone="primary"
        fields={fieldsOf(approve)}
        input={approve.input}
        text={text(t.approveText)}
        unless={unless}
      />
      <ActionButton
        operation={reject.operation}
        subject={id}
        label={t.reject}
        tone="danger"
        fields={fieldsOf(reject)}
        input={reject.input}
        text={text(t.rejectText)}
      />
    </>
  );
}

/** Why this person cannot approve a proposal; undefined: nothing that is known here. */
function useHindrance({ by, won, kind }: Proposal): string | undefined {
  const t = useTexts(approvalTexts);
  const actor = useActor();
  const { data: me } = useMe();
  if (by === actor) return t.own;
  const upTo = me?.approval?.decides.find(({ decision }) => decision === kind.decision)?.upTo;
  if (won === null || upTo === null || upTo === undefined) return undefined;
  const size = wonOf(won);
  return (size < 0n ? -size : size) > wonOf(upTo) ? t.limit : undefined;
}
