import { usePlatformNow } from '../../api/clock.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, instantTyped, KOREAN_TIME, typed, type Values } from '../../blocks/action-button/action.js';
import { sumOf, wonIn, wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { inKorea } from '../../texts/times.js';
import { CANCELED_TEXT, canceledTyped } from './line-texts.js';
import type { OrderShown } from './order.js';
import { Erasure } from '../sellers/erasure.js';
import { orderTexts } from './orders.texts.js';

const paid: readonly (string | null)[] = ['approved', 'partially_canceled'];

/** What a person does with an order. */
export function OrderActions({ order }: OrderShown) {
  const t = useTexts(orderTexts);
  const params = { orderId: order.orderId };
  const unpaid = paid.includes(order.paymentState) ? undefined : t.notPaid;
  const now = inKorea(usePlatformNow());
  const event = (label: string): readonly Field[] => [
    { name: 'at', kind: 'text', label, hint: t.timeHint, pattern: KOREAN_TIME, initial: now },
    { name: 'lineIds', kind: 'text', label: t.lineIds, hint: t.lineIdsHint, isOptional: true },
  ];
  return (
    <>
      <CancelOrder order={order} />
      <ActionButton
        operation="recordDelivery"
        subject={order.orderId}
        label={t.deliver}
        text={<p>{t.deliverText}</p>}
        fields={event(t.deliveredAt)}
        input={(values) => ({ params, body: { deliveredAt: instantTyped(values['at']) ?? '', ...lineIdsOf(values) } })}
        unless={unpaid}
      />
      <ActionButton
        operation="recordConfirmation"
        subject={order.orderId}
        label={t.confirm}
        text={<p>{t.confirmText}</p>}
        fields={event(t.confirmedAt)}
        input={(values) => ({ params, body: { confirmedAt: instantTyped(values['at']) ?? '', ...lineIdsOf(values) } })}
        unless={unpaid}
      />
      <ActionButton
        operation="eraseOrderTexts"
        subject={order.orderId}
        label={t.erase}
        tone="danger"
        text={<p>{t.eraseText}</p>}
        fields={[
          { name: 'request', kind: 'text', label: t.request, hint: t.requestHint, pattern: /^[A-Za-z0-9._-]{1,64}$/ },
        ]}
        input={({ request = '' }) => ({ params, body: { request: request.trim() } })}
        result={(erasure) => <Erasure erasure={erasure} />}
      />
    </>
  );
}

function lineIdsOf({ lineIds }: Values) {
  const named = typed(lineIds)
    ?.split(',')
    .map((id) => id.trim());
  return named === undefined ? {} : { lineIds: named };
}

function CancelOrder({ order }: OrderShown) {
  const t = useTexts(orderTexts);
  const { language } = useLanguage();
  const left = wonOf(order.totalAmount) - sumOf(order.lines.map(({ canceled }) => canceled));
  const isPaid = paid.includes(order.paymentState);
  return (
    <ActionButton
      operation="cancelOrder"
      subject={order.orderId}
      label={t.cancelOrder}
      tone="danger"
      text={<p>{t.cancelText(wonIn(language, left))}</p>}
      fields={[
        { name: 'reason', kind: 'reason', label: t.cancelReason },
        {
          name: 'lines',
          kind: 'long',
          label: t.cancelLines,
          hint: t.cancelLinesHint,
          pattern: CANCELED_TEXT,
          isOptional: true,
        },
      ]}
      input={({ reason = '', lines = '' }) => ({
        params: { orderId: order.orderId },
        body: { reason, ...(lines.trim() !== '' && { lines: canceledTyped(lines) }) },
      })}
      unless={isPaid ? (left > 0n ? undefined : t.nothingLeft) : t.notPaid}
    />
  );
}
