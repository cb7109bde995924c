import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
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
import { wonIn, wonOf } from '../../texts/amounts.js';
import { labels } from '../../texts/labels.js';
import { useLanguage } from '../../texts/language.js';
import { adjustmentWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

type Shown = Readonly<{ adjustment: OutputOf<'getAdjustment'> }>;

/** One adjustment: who gives how much to whom, and why. */
export function Adjustment() {
  const adjustmentId = useParam('adjustmentId');
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Loaded of={useRead('getAdjustment', { input: { params: { adjustmentId } } })}>
      {(adjustment) => (
        <Page
          title={t.adjustment}
          lead={<State words={adjustmentWords} is={adjustment.state} />}
          aside={<Decide adjustment={adjustment} />}
        >
          <Panel>
            <Facts
              facts={[
                [l.seller, <Id key="seller" id={adjustment.sellerId} at={places.seller(adjustment.sellerId)} />],
                [l.amount, <Money key="amount" won={adjustment.amount} />],
                [t.toDebt, <Money key="debt" won={adjustment.toDebt} />],
                [l.reason, <bdi key="reason">{adjustment.reason}</bdi>, 'wide'],
                [l.reference, <bdi key="reference">{adjustment.reference ?? '–'}</bdi>],
                [l.proposedBy, adjustment.proposedBy],
                [l.proposedAt, <Kst key="proposed" at={adjustment.proposedAt} />],
                [l.decidedBy, adjustment.decidedBy],
                [l.decidedAt, <Kst key="decided" at={adjustment.decidedAt} />],
                [l.id, <Id key="id" id={adjustment.id} />],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}

function Decide({ adjustment }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  const { language } = useLanguage();
  const isOwn = useActor() === adjustment.proposedBy;
  const decided = adjustment.state === 'proposed' ? undefined : l.decidedAlready;
  const input = () => ({ params: { adjustmentId: adjustment.id } });
  return (
    <>
      <ActionButton
        operation="approveAdjustment"
        subject={adjustment.id}
        label={l.approve}
        tone="primary"
        text={<p>{t.approveAdjustment(wonIn(language, wonOf(adjustment.amount)))}</p>}
        input={input}
        unless={decided ?? (isOwn ? l.ownProposal : undefined)}
      />
      <ActionButton
        operation="rejectAdjustment"
        subject={adjustment.id}
        label={l.reject}
        tone="danger"
        text={<p>{t.rejectAdjustment}</p>}
        input={input}
        unless={decided}
      />
    </>
  );
}
