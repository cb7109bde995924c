import { Alert, Text } from '@mantine/core';
import { useActor, useMay } from '../../api/session.js';
import { Failure } from '../../blocks/failure.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { useTexts } from '../../texts/texts.js';
import { approvalTexts } from './approvals.texts.js';
import { kinds } from './kinds.js';
import { LISTED } from './proposal.js';
import { useProposals } from './use-proposals.js';
import { ProposalTable } from './proposal-table.js';

/** What the person can decide, what waits of the person's own, and what waits for others. */
export function Approvals() {
  const t = useTexts(approvalTexts);
  const actor = useActor();
  const may = useMay();
  const { proposals, isLoading, failed } = useProposals();
  const own = proposals.filter(({ by }) => by === actor);
  const mine = proposals.filter(({ by, approve }) => by !== actor && may(approve.operation));
  const others = proposals.filter((one) => !own.includes(one) && !mine.includes(one));
  const isFull = kinds.some(({ key }) => proposals.filter(({ kind }) => kind.key === key).length >= LISTED);
  return (
    <Page title={t.title} lead={isFull ? <Text size="sm">{t.more(LISTED)}</Text> : null}>
      {failed?.error ? (
        <Alert color="yellow" title={t.incomplete}>
          <Failure error={failed.error} onRetry={() => void failed.refetch()} />
        </Alert>
      ) : null}
      <Panel title={t.mine}>
        <ProposalTable label={t.mine} proposals={mine} empty={t.mineEmpty} isLoading={isLoading} />
      </Panel>
      <Panel title={t.waiting}>
        <ProposalTable label={t.waiting} proposals={own} empty={t.waitingEmpty} isLoading={isLoading} />
      </Panel>
      {others.length === 0 ? null : (
        <Panel title={t.others}>
          <ProposalTable label={t.others} proposals={others} empty={t.othersEmpty} isLoading={isLoading} />
        </Panel>
      )}
    </Page>
  );
}
