import { Group } from '@mantine/core';
import type { InputOf, OutputOf } from '../../api/names.js';
import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { useTexts } from '../../texts/texts.js';
import { settingTexts } from './settings.texts.js';

type Approval = 'approveMatchingRule' | 'approveSeverityRule' | 'approveFeeTable';
type Rejection = 'rejectMatchingRule' | 'rejectSeverityRule' | 'rejectFeeTable';
type Shown<A extends Approval, R extends Rejection> = Readonly<{
  approve: A;
  reject: R;
  rule: Pick<OutputOf<'getMatchingRule'>, 'id' | 'state' | 'proposedBy'>;
  input: InputOf<A> & InputOf<R>;
}>;

/** The second person's decision about a proposed rule; nothing once it is decided. */
export function RuleDecision<A extends Approval, R extends Rejection>(shown: Shown<A, R>) {
  const t = useTexts(settingTexts);
  const { approve, reject, rule, input } = shown;
  const isOwn = useActor() === rule.proposedBy;
  if (rule.state !== 'proposed') return <>–</>;
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        operation={approve}
        subject={rule.id}
        label={t.approve}
        tone="primary"
        text={<p>{t.decideText}</p>}
        input={() => input}
        unless={isOwn ? t.own : undefined}
      />
      <ActionButton operation={reject} subject={rule.id} label={t.reject} tone="danger" input={() => input} />
    </Group>
  );
}
