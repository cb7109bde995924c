import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import type { ItemOf } from '../../api/names.js';
import { usePages } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { Evidence } from '../../blocks/evidence.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { amountIn, wonIn, wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { labels } from '../../texts/labels.js';
import { sideWords, unallocatedWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { ORDERED_TEXT, orderedTyped } from './line-texts.js';
import { orderTexts } from './orders.texts.js';

type Payment = ItemOf<'listUnallocatedPayments'>;
type Shown = Readonly<{ payment: Payment }>;

/** One payment without an order: what is known about it, and a way to give it to sellers. */
export function Unallocated() {
  const paymentKey = useParam('paymentKey');
  const t = useTexts(orderTexts);
  const list = usePages('listUnallocatedPayments');
  const found = list.data?.pages.flatMap(({ items }) => items).find((payment) => payment.paymentKey === paymentKey);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  // The API has no read of one: the pages of the list are gone through.
  const isAhead = found === undefined && hasNextPage && !isFetching;
  useEffect(() => {
    if (isAhead) void fetchNextPage();
  }, [isAhead, fetchNextPage]);
  const isAtEnd = list.data !== undefined && !hasNextPage;
  return (
    <Page title={t.unallocatedOf} aside={found === undefined ? null : <Allocate payment={found} />}>
      {found === undefined && isAtEnd ? (
        <Alert color="gray" variant="outline">
          {t.gone} <Id id={paymentKey} at={places.payment(paymentKey)} />
        </Alert>
      ) : (
        <Loaded of={{ ...list, data: found }}>{(payment) => <Known payment={payment} />}</Loaded>
      )}
    </Page>
  );
}

function Known({ payment }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const { language } = useLanguage();
  const { registeredTotal, paidBy, currency } = payment;
  const amount = amountIn(language, wonOf(payment.amount), currency);
  const other = registeredTotal === null ? null : wonIn(language, wonOf(registeredTotal));
  return (
    <>
      <Panel>
        <Facts
          facts={[
            [t.because, <InWords key="because" words={unallocatedWords} is={payment.because} />, 'wide'],
            [l.payment, <Id key="payment" id={payment.paymentKey} at={places.payment(payment.paymentKey)} />],
            [l.amount, <Money key="amount" won={payment.amount} currency={currency} />],
            [t.canceledWon, <Money key="canceled" won={payment.canceled} currency={currency} />],
            [t.method, payment.method],
            [t.side, <InWords key="side" words={sideWords} is={payment.side} />],
            [t.account, payment.mId],
            [t.age, t.ageDays(payment.ageDays)],
            [t.approvedAt, <Kst key="approved" at={payment.approvedAt} />],
            [t.firstSeen, <Kst key="seen" at={payment.firstSeenAt} />],
            paidBy !== null && [t.paidBy, <Id key="paid" id={paidBy} at={places.payment(paidBy)} />],
          ]}
        />
      </Panel>
      <Panel title={t.evidence}>
        <Evidence
          caption={t.evidence}
          ours={{ [t.orderNumber]: registeredTotal === null ? null : payment.orderNumber, [l.amount]: other }}
          theirs={{ [t.orderNumber]: payment.orderNumber, [l.amount]: amount }}
          differs={[...(registeredTotal === null ? [t.orderNumber] : []), ...(other === amount ? [] : [l.amount])]}
        />
      </Panel>
    </>
  );
}

function Allocate({ payment }: Shown) {
  const t = useTexts(orderTexts);
  const { language } = useLanguage();
  return (
    <ActionButton
      operation="allocateUnallocatedPayment"
      subject={payment.paymentKey}
      label={t.allocate}
      tone="primary"
      text={<p>{t.allocateText(wonIn(language, wonOf(payment.amount)))}</p>}
      fields={[
        { name: 'orderName', kind: 'text', label: t.orderName, isOptional: true },
        { name: 'lines', kind: 'long', label: t.lines, hint: t.linesHint, pattern: ORDERED_TEXT },
      ]}
      input={({ orderName, lines = '' }) => {
        const name = typed(orderName);
        return {
          params: { paymentKey: payment.paymentKey },
          body: { lines: orderedTyped(lines), ...(name !== undefined && { orderName: name }) },
        };
      }}
      unless={payment.currency === 'KRW' ? undefined : t.foreign}
    />
  );
}
