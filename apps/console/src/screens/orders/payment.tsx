import { Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { InWords, State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import {
  allocationWords,
  cancelStateWords,
  methodWords,
  paymentStateWords,
  sideWords,
} from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { Erasure } from '../sellers/erasure.js';
import { orderTexts } from './orders.texts.js';

type Shown = Readonly<{ payment: OutputOf<'getPaymentView'> }>;

/** One payment as the books have it. */
export function Payment() {
  const paymentKey = useParam('paymentKey');
  return (
    <Loaded of={useRead('getPaymentView', { input: { params: { paymentKey } } })}>
      {(payment) => <PaymentShown payment={payment} />}
    </Loaded>
  );
}

function PaymentShown({ payment }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const { currency, orderId, method, paymentKey } = payment;
  return (
    <Page
      title={t.paymentOf}
      lead={<State words={paymentStateWords} is={payment.state} />}
      aside={<Erase paymentKey={paymentKey} />}
    >
      <Panel>
        <Facts
          facts={[
            [l.id, <Id key="key" id={paymentKey} />, 'wide'],
            [l.order, <Id key="order" id={orderId} at={orderId === null ? null : places.order(orderId)} />],
            [l.amount, <Money key="amount" won={payment.amount} currency={currency} />],
            [t.canceledWon, <Money key="canceled" won={payment.canceledAmount} currency={currency} />],
            [t.method, method === null ? '–' : <InWords key="method" words={methodWords} is={method} />],
            [t.side, <InWords key="side" words={sideWords} is={payment.side} />],
            [
              t.allocation,
              <Go key="at" at={payment.allocation === 'order' ? null : places.unallocatedPayment(paymentKey)}>
                <InWords words={allocationWords} is={payment.allocation} />
              </Go>,
            ],
            [t.sellers, payment.sellerIds.map((id) => <Id key={id} id={`${id} `} at={places.seller(id)} />)],
            [t.approvedAt, <Kst key="approved" at={payment.approvedAt} />],
            [t.arrived, <Kst key="created" at={payment.createdAt} />],
            payment.depositDue !== null && [t.depositDue, <Kst key="due" at={payment.depositDue} />],
            payment.providerCode !== null && [t.refusedBy, payment.providerCode],
            payment.providerOrderId !== orderId && [t.providerOrder, payment.providerOrderId],
            [t.transaction, <Id key="transaction" id={payment.transactionKey} />],
            [
              t.postings,
              <Go key="postings" at={places.postings({ paymentKey })}>
                {l.all}
              </Go>,
            ],
          ]}
        />
      </Panel>
      <Cancels payment={payment} />
    </Page>
  );
}

function Cancels({ payment: { cancels, currency } }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return (
    <Panel title={t.cancels}>
      {cancels.length === 0 ? <Text>{t.noCancels}</Text> : null}
      {cancels.length === 0 ? null : (
        <Plain
          caption={t.cancels}
          heads={[{ text: l.id }, { text: l.state }, { text: l.amount, align: 'end' }, { text: t.requestedAt }]}
          rows={cancels.map(({ cancelId, state, amount, requestedAt }) => ({
            key: cancelId,
            cells: [
              <Id key="id" id={cancelId} at={places.cancel(cancelId)} />,
              <State key="state" words={cancelStateWords} is={state} />,
              <Money key="amount" won={amount} currency={currency} />,
              <Kst key="at" at={requestedAt} />,
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function Erase({ paymentKey }: Readonly<{ paymentKey: string }>) {
  const t = useTexts(orderTexts);
  return (
    <ActionButton
      operation="erasePaymentTexts"
      subject={paymentKey}
      label={t.erase}
      tone="danger"
      text={<p>{t.eraseText}</p>}
      fields={[
        { name: 'request', kind: 'text', label: t.request, hint: t.requestHint, pattern: /^[A-Za-z0-9._-]{1,64}$/ },
      ]}
      input={({ request = '' }) => ({ params: { paymentKey }, body: { request: request.trim() } })}
      result={(erasure) => <Erasure erasure={erasure} />}
    />
  );
}
