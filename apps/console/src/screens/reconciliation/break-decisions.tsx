import { Group, Stack } from '@mantine/core';
import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { breakDecisionWords, resolutionWords } from '../../texts/break-words.js';
import { useTexts } from '../../texts/texts.js';
import type { BreakDetail } from './break.js';
import { reconciliationTexts } from './reconciliation.texts.js';

type Decision = BreakDetail['decisions'][number];

/** What people proposed about a break, and the second person's verdict. */
export function BreakDecisions({ found: { decisions, currency } }: Readonly<{ found: BreakDetail }>) {
  const t = useTexts(reconciliationTexts);
  if (decisions.length === 0) return null;
  return (
    <Panel title={t.decisions}>
      <Stack>
        {decisions.map((decision) => (
          <Shown key={decision.id} decision={decision} currency={currency} />
        ))}
      </Stack>
    </Panel>
  );
}

function Shown({ decision, currency }: Readonly<{ decision: Decision; currency: string }>) {
  const t = useTexts(reconciliationTexts);
  return (
    <Stack gap="xs">
      <Group>
        <State words={breakDecisionWords} is={decision.state} />
        <strong>
          <InWords words={resolutionWords} is={decision.way} />
        </strong>
        {decision.state === 'proposed' ? <Verdict decision={decision} /> : null}
      </Group>
      <Facts
        facts={[
          [t.reason, <bdi key="reason">{decision.reason}</bdi>, 'wide'],
          decision.note !== null && [t.note, <bdi key="note">{decision.note}</bdi>, 'wide'],
          [t.proposedBy, decision.proposedBy],
          [t.at, <Kst key="at" at={decision.proposedAt} />],
          decision.decidedBy !== null && [t.decidedBy, decision.decidedBy],
          decision.account !== null && [t.account, decision.account],
          decision.counterAccount !== null && [t.counter, decision.counterAccount],
          decision.gain !== null && [t.gain, <Money key="gain" won={decision.gain} currency={currency} />],
          decision.matchedKey !== null && [t.matched, decision.matchedKey],
          decision.declineReason !== null && [t.decline, <bdi key="why">{decision.declineReason}</bdi>],
        ]}
      />
    </Stack>
  );
}

function Verdict({ decision }: Readonly<{ decision: Decision }>) {
  const t = useTexts(reconciliationTexts);
  const isOwn = useActor() === decision.proposedBy;
  const params = { decisionId: decision.id };
  return (
    <>
      <ActionButton
        operation="approveBreakDecision"
        subject={decision.id}
        label={t.approve}
        tone="primary"
        text={
          <p>
            <InWords words={resolutionWords} is={decision.way} /> · <bdi>{decision.reason}</bdi>{' '}
            <Money won={decision.size} />
          </p>
        }
        input={() => ({ params })}
        unless={isOwn ? t.own : undefined}
      />
      <ActionButton
        operation="declineBreakDecision"
        subject={decision.id}
        label={t.decline}
        tone="danger"
        fields={[{ name: 'reason', kind: 'reason', label: t.reason }]}
        input={({ reason = '' }) => ({ params, body: { reason } })}
      />
    </>
  );
}
