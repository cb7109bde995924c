import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Reason } from '../../blocks/reason.js';
import { InWords } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { holdScopeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';
import { type Hold as HoldShown, HoldState } from './hold-columns.js';

/** One hold: what it keeps, why, and until when. */
export function Hold() {
  const holdId = useParam('holdId');
  const hold = useRead('getHold', { input: { params: { holdId } } });
  return <Loaded of={hold}>{(data) => <Shown hold={data} />}</Loaded>;
}

function Shown({ hold }: Readonly<{ hold: HoldShown }>) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  const { orderId, releasedAt } = hold;
  return (
    <Page title={t.hold} lead={<HoldState hold={hold} />} aside={<Release hold={hold} />}>
      <Panel>
        <Facts
          facts={[
            [l.seller, <Id key="seller" id={hold.sellerId} at={places.seller(hold.sellerId)} />],
            [t.scope, <InWords key="scope" words={holdScopeWords} is={hold.scope} />],
            hold.amount !== null && [l.amount, <Money key="amount" won={hold.amount} />],
            orderId !== null && [l.order, <Id key="order" id={orderId} at={places.order(orderId)} />],
            [l.reason, <Reason key="reason" code={hold.reason} />],
            hold.detail !== null && [t.detail, <bdi key="detail">{hold.detail}</bdi>, 'wide'],
            [t.releaseOn, hold.releaseOn ?? t.noEnd],
            [l.placedAt, <Kst key="placed" at={hold.placedAt} />],
            [l.placedBy, hold.placedBy ?? l.platform],
            releasedAt !== null && [t.releasedAt, <Kst key="released" at={releasedAt} />],
            releasedAt !== null && [t.releasedBy, hold.releasedBy ?? l.platform],
            [l.id, <Id key="id" id={hold.id} />],
          ]}
        />
      </Panel>
    </Page>
  );
}

function Release({ hold }: Readonly<{ hold: HoldShown }>) {
  const t = useTexts(balanceTexts);
  return (
    <ActionButton
      operation="releaseHold"
      subject={hold.id}
      label={t.release}
      tone="primary"
      text={<p>{t.releaseHoldText}</p>}
      input={() => ({ params: { holdId: hold.id } })}
      unless={hold.releasedAt === null ? undefined : t.released}
    />
  );
}
