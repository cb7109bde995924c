import type { InputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, typed, type Values } from '../../blocks/action-button/action.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { DELIVERY_TEXT, deliveryTyped, SPLIT_TEXT, splitTyped } from './line-texts.js';
import { orderTexts } from './orders.texts.js';

type Body = InputOf<'nameProductSplit'>['body'];
/** The key of a split that has one already. */
type Known = Readonly<{ splitKey?: string }>;

function useSplitFields(): readonly Field[] {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return [
    { name: 'lines', kind: 'long', label: t.lines, hint: t.splitLinesHint, pattern: SPLIT_TEXT },
    {
      name: 'delivery',
      kind: 'text',
      label: t.delivery,
      hint: t.deliveryHint,
      pattern: DELIVERY_TEXT,
      isOptional: true,
    },
    { name: 'orderName', kind: 'text', label: t.orderName, isOptional: true },
    { name: 'reason', kind: 'reason', label: l.reason },
  ];
}

function splitOf({ lines = '', delivery, orderName, reason = '' }: Values): Body {
  const [deliveryText, name] = [typed(delivery), typed(orderName)];
  return {
    lines: splitTyped(lines),
    reason,
    ...(deliveryText !== undefined && { delivery: deliveryTyped(deliveryText) }),
    ...(name !== undefined && { orderName: name }),
  };
}

export function NameProductSplit({ splitKey }: Known) {
  const t = useTexts(orderTexts);
  const fields = useSplitFields();
  const key: Field = { name: 'key', kind: 'text', label: t.productKey, pattern: /^[\x21-\x7e]{1,200}$/ };
  return (
    <ActionButton
      operation="nameProductSplit"
      subject={splitKey ?? 'new'}
      label={splitKey === undefined ? t.nameProduct : t.nameSplit}
      text={<p>{t.nameText}</p>}
      fields={splitKey === undefined ? [key, ...fields] : fields}
      input={(values) => ({
        params: { productKey: splitKey ?? (values['key'] ?? '').trim() },
        body: splitOf(values),
      })}
    />
  );
}

export function NameArsSplit({ splitKey }: Known) {
  const t = useTexts(orderTexts);
  const fields = useSplitFields();
  const key: Field = {
    name: 'key',
    kind: 'text',
    label: t.service,
    hint: t.serviceHint,
    pattern: /^(default|\d{1,12})$/,
  };
  return (
    <ActionButton
      operation="nameArsSplit"
      subject={splitKey ?? 'new'}
      label={splitKey === undefined ? t.nameArs : t.nameSplit}
      text={<p>{t.nameText}</p>}
      fields={splitKey === undefined ? [key, ...fields] : fields}
      input={(values) => ({ params: { service: splitKey ?? (values['key'] ?? '').trim() }, body: splitOf(values) })}
    />
  );
}
