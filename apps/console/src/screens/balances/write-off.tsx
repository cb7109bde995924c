import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
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
import { writeOffWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

type Shown = Readonly<{ writeOff: OutputOf<'getWriteOff'> }>;

/** One request to give up a debt. */
export function WriteOff() {
  const writeOffId = useParam('writeOffId');
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Loaded of={useRead('getWriteOff', { input: { params: { writeOffId } } })}>
      {(writeOff) => (
        <Page
          title={t.writeOff}
          lead={<State words={writeOffWords} is={writeOff.state} />}
          aside={<Decide writeOff={writeOff} />}
        >
          <Panel>
            <Facts
              facts={[
                [l.seller, <Id key="seller" id={writeOff.sellerId} at={places.seller(writeOff.sellerId)} />],
                [
                  l.amount,
                  <Go key="amount" at={places.sellerPart(writeOff.sellerId, 'debt')}>
                    <Money won={writeOff.amount} />
                  </Go>,
                ],
                [l.reason, <bdi key="reason">{writeOff.reason}</bdi>, 'wide'],
                [l.requestedBy, writeOff.requestedBy],
                [l.requestedAt, <Kst key="requested" at={writeOff.requestedAt} />],
                [l.decidedBy, writeOff.decidedBy],
                [l.decidedAt, <Kst key="decided" at={writeOff.decidedAt} />],
                [l.id, <Id key="id" id={writeOff.id} />],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}

function Decide({ writeOff }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  const { language } = useLanguage();
  const isOwn = useActor() === writeOff.requestedBy;
  const decided = writeOff.state === 'requested' ? undefined : l.decidedAlready;
  const input = () => ({ params: { writeOffId: writeOff.id } });
  return (
    <>
      <ActionButton
        operation="approveWriteOff"
        subject={writeOff.id}
        label={l.approve}
        tone="primary"
        text={<p>{t.approveWriteOff(wonIn(language, wonOf(writeOff.amount)))}</p>}
        input={input}
        unless={decided ?? (isOwn ? l.ownProposal : undefined)}
      />
      <ActionButton
        operation="rejectWriteOff"
        subject={writeOff.id}
        label={l.reject}
        tone="danger"
        text={<p>{t.rejectWriteOff}</p>}
        input={input}
        unless={decided}
      />
    </>
  );
}
