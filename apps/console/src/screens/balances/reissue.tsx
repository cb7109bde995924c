import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

type ReissueView = OutputOf<'getReissue'>;

/** Whether a statement has taken a reissue up. */
export function ReissueState({ reissue: { statementId } }: Readonly<{ reissue: ReissueView }>) {
  const t = useTexts(balanceTexts);
  const isTaken = statementId !== null;
  const text = isTaken ? t.isTaken : t.isWaiting;
  return <State words={{ shown: [text, text, isTaken ? 'good' : 'busy'] }} is="shown" />;
}

/** One reissue: the failed payout, and the statement that pays it again. */
export function Reissue() {
  const reissueId = useParam('reissueId');
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Loaded of={useRead('getReissue', { input: { params: { reissueId } } })}>
      {(reissue) => {
        const { payoutId, sellerId, statementId, policyVersion } = reissue;
        return (
          <Page title={t.reissue} lead={<ReissueState reissue={reissue} />}>
            <Panel>
              <Facts
                facts={[
                  [l.payout, <Id key="payout" id={payoutId} at={places.payout(payoutId)} />],
                  [l.seller, <Id key="seller" id={sellerId} at={places.seller(sellerId)} />],
                  [l.amount, <Money key="amount" won={reissue.amount} />],
                  [t.attempt, reissue.attempt],
                  [t.dueOn, reissue.dueOn],
                  [t.policy, policyVersion === null ? t.aPerson : t.policyVersion(policyVersion)],
                  [l.requestedBy, reissue.requestedBy],
                  [l.requestedAt, <Kst key="requested" at={reissue.requestedAt} />],
                  [l.reason, <bdi key="reason">{reissue.reason}</bdi>, 'wide'],
                  statementId !== null && [
                    l.statement,
                    <Id key="statement" id={statementId} at={places.statement(statementId)} />,
                  ],
                  [t.takenAt, <Kst key="taken" at={reissue.takenAt} />],
                  [l.id, <Id key="id" id={reissue.id} />],
                ]}
              />
            </Panel>
          </Page>
        );
      }}
    </Loaded>
  );
}
