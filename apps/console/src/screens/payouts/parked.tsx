import { Alert } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Panel } from '../../blocks/panel.js';
import { InWords } from '../../blocks/state.js';
import { Timeline } from '../../blocks/timeline.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { isParkedKind, parkedKindWords } from './parked-words.js';
import { payoutTexts } from './payouts.texts.js';

type ParkedPayout = OutputOf<'getParkedPayout'>;

/** The evidence for and against a parked payout having been made, and what a person proposes. */
export function Parked({ payoutId }: Readonly<{ payoutId: string }>) {
  const parked = useRead('getParkedPayout', { input: { params: { payoutId } } });
  return <Loaded of={parked}>{(data) => <Shown parked={data} />}</Loaded>;
}

function Shown({ parked }: Readonly<{ parked: ParkedPayout }>) {
  const t = useTexts(payoutTexts);
  const { proposal } = parked;
  return (
    <Panel title={t.evidence} aside={<Propose parked={parked} />}>
      {proposal === null ? null : (
        <Alert color="yellow" title={t.proposal}>
          <InWords words={parkedKindWords} is={proposal.kind} /> · {proposal.proposedBy} ·{' '}
          <Kst at={proposal.proposedAt} />
          <p>
            <bdi>{proposal.reason}</bdi>
          </p>
          <Go at={places.approvals()}>{t.open}</Go>
        </Alert>
      )}
      <Facts
        facts={[
          [t.parkedAt, <Kst key="at" at={parked.parkedAt} />],
          [t.rounds, parked.absentRounds],
          [t.duplicates, parked.duplicateRounds],
          [t.lastAnswer, parked.lastAnswer ?? '–', 'wide'],
        ]}
      />
      <Timeline
        moments={parked.listings.map(({ listedAt, fromDate, toDate, payoutsListed }) => ({
          key: listedAt,
          at: listedAt,
          title: `${fromDate} – ${toDate}`,
          text: t.listed(payoutsListed),
        }))}
      />
    </Panel>
  );
}

function Propose({ parked }: Readonly<{ parked: ParkedPayout }>) {
  const t = useTexts(payoutTexts);
  return (
    <ActionButton
      operation="proposeParkedDecision"
      subject={parked.payoutId}
      label={t.propose}
      tone="primary"
      text={<p>{t.proposeText}</p>}
      fields={[
        { name: 'kind', kind: 'choice', label: t.becomes, words: parkedKindWords },
        {
          name: 'providerPayoutId',
          kind: 'text',
          label: t.providerPayoutId,
          hint: t.providerPayoutHint,
          isOptional: true,
        },
        { name: 'reason', kind: 'reason', label: t.reason },
      ]}
      input={({ kind = '', providerPayoutId, reason = '' }) => ({
        params: { payoutId: parked.payoutId },
        body: {
          kind: isParkedKind(kind) ? kind : 'SEND_AGAIN',
          providerPayoutId: typed(providerPayoutId),
          reason,
        },
      })}
      unless={parked.proposal === null ? undefined : t.proposeOpen}
    />
  );
}
