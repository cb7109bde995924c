import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

/** One repayment of debt beside the provider. */
export function Repayment() {
  const repaymentId = useParam('repaymentId');
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Loaded of={useRead('getRepayment', { input: { params: { repaymentId } } })}>
      {({ id, sellerId, amount, receivedAt, reference, reason, recordedBy, recordedAt }) => (
        <Page title={t.repayment}>
          <Panel>
            <Facts
              facts={[
                [l.seller, <Id key="seller" id={sellerId} at={places.seller(sellerId)} />],
                [
                  l.amount,
                  <Go key="amount" at={places.sellerPart(sellerId, 'debt')}>
                    <Money won={amount} />
                  </Go>,
                ],
                [t.receivedAt, <Kst key="received" at={receivedAt} />],
                [t.bankReference, <bdi key="reference">{reference}</bdi>],
                [l.reason, <bdi key="reason">{reason}</bdi>, 'wide'],
                [t.recordedBy, recordedBy],
                [t.recordedAt, <Kst key="recorded" at={recordedAt} />],
                [l.id, <Id key="id" id={id} />],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
