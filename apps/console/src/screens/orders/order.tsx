import { Alert, SimpleGrid } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import type { OutputOf } from '../../api/names.js';
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
import { wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { labels } from '../../texts/labels.js';
import { orderStateWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { OrderActions } from './order-actions.js';
import { OrderCancels } from './order-cancels.js';
import { OrderLine } from './order-line.js';
import { orderTexts } from './orders.texts.js';

export type OrderShown = Readonly<{ order: OutputOf<'getOrder'> }>;
type Explained = Readonly<{ settlement: OutputOf<'explainOrder'> }>;

/** One order: its lines, where each won of them went, its payment, and what was canceled. */
export function Order() {
  const orderId = useParam('orderId');
  return (
    <Loaded of={useRead('getOrder', { input: { params: { orderId } } })}>{(order) => <Shown order={order} />}</Loaded>
  );
}

function Shown({ order }: OrderShown) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const { language: lang } = useLanguage();
  const settlement = useRead('explainOrder', {
    input: { params: { orderId: order.orderId }, query: { lang, audience: 'operator' } },
  });
  return (
    <Page
      title={t.orderOf(order.orderId)}
      lead={<State words={orderStateWords} is={order.paymentState ?? 'unpaid'} />}
      aside={<OrderActions order={order} />}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={l.order}>
          <Facts
            facts={[
              [t.name, <bdi key="name">{order.orderName}</bdi>, 'wide'],
              [t.total, <Money key="total" won={order.totalAmount} />],
              [t.orderedAt, <Kst key="at" at={order.orderedAt} />],
              order.depositDue !== null && [t.depositDue, <Kst key="due" at={order.depositDue} />],
            ]}
          />
        </Panel>
        <Panel title={t.payment}>
          <Loaded of={settlement}>{(data) => <Payment settlement={data} />}</Loaded>
        </Panel>
      </SimpleGrid>
      {order.lines.map((line) => (
        <OrderLine
          key={line.lineId}
          line={line}
          explained={settlement.data?.lines.find(({ lineId }) => lineId === line.lineId)}
        />
      ))}
      <OrderCancels orderId={order.orderId} />
      {settlement.data === undefined ? null : <Postings settlement={settlement.data} />}
    </Page>
  );
}

function Payment({ settlement: { payment, settlement, unexplained, orderId } }: Explained) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const search = places.payments({ text: orderId });
  return (
    <>
      {wonOf(unexplained) === 0n ? null : (
        <Alert color="red" title={t.unexplained}>
          <Money won={unexplained} />
        </Alert>
      )}
      <Facts
        facts={[
          payment !== null && [
            l.payment,
            <Id key="payment" id={payment.transactionKey ?? payment.paymentId} at={search} />,
          ],
          payment !== null && [l.amount, <Money key="amount" won={payment.amount} />],
          payment !== null && [t.method, payment.method],
          payment !== null && [t.approvedAt, <Kst key="approved" at={payment.approvedAt} />],
          settlement === null && [t.settlement, t.noSettlement],
          settlement !== null && [t.soldDate, settlement.soldDate],
          settlement !== null && [t.paidOutDate, settlement.paidOutDate],
          settlement !== null && [t.fee, <Money key="fee" won={settlement.fee} />],
          settlement !== null && [t.payOut, <Money key="out" won={settlement.payOutAmount} />],
        ]}
      />
    </>
  );
}

function Postings({ settlement: { ledger } }: Explained) {
  const t = useTexts(orderTexts);
  if (ledger.length === 0) return null;
  return (
    <Panel title={t.postings}>
      <ul>
        {ledger.map(({ postingKey, effectiveAt }) => (
          <li key={postingKey}>
            <Id id={postingKey} at={places.postings({ key: postingKey })} /> <Kst at={effectiveAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
