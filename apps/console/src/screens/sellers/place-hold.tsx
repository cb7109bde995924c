import type { InputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed, type Values, wonTyped } from '../../blocks/action-button/action.js';
import { labels } from '../../texts/labels.js';
import { holdScopeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from '../balances/balances.texts.js';

/** Keeps money of a seller, of an order, or an amount. */
export function PlaceHold({ sellerId }: Readonly<{ sellerId: string }>) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <ActionButton
      operation="placeHold"
      subject={sellerId}
      label={t.placeHold}
      text={<p>{t.placeHoldText}</p>}
      fields={[
        { name: 'scope', kind: 'choice', label: t.scope, words: holdScopeWords, initial: 'SELLER' },
        { name: 'orderId', kind: 'text', label: l.order, hint: t.holdOrderHint, isOptional: true },
        { name: 'amount', kind: 'won', label: l.amount, hint: t.holdAmountHint, isOptional: true },
        { name: 'reason', kind: 'text', label: l.reason, hint: t.holdReasonHint, pattern: /^[A-Z_]{3,40}$/ },
        { name: 'detail', kind: 'long', label: t.detail, isOptional: true },
        { name: 'releaseOn', kind: 'date', label: t.releaseOn, hint: t.holdEndHint, isOptional: true },
      ]}
      input={(values) => ({ params: { sellerId }, body: holdOf(values) })}
    />
  );
}

function holdOf(values: Values): InputOf<'placeHold'>['body'] {
  const [orderId, detail, releaseOn] = [typed(values['orderId']), typed(values['detail']), typed(values['releaseOn'])];
  const amount = wonTyped(values['amount']);
  return {
    scope: values['scope'] as keyof typeof holdScopeWords,
    reason: (values['reason'] ?? '').trim(),
    ...(orderId !== undefined && { orderId }),
    ...(amount !== undefined && { amount }),
    ...(detail !== undefined && { detail }),
    ...(releaseOn !== undefined && { releaseOn }),
  };
}
