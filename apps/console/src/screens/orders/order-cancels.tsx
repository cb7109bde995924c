import { Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { cancelStateWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';

/** The cancels of one order. */
export function OrderCancels({ orderId }: Readonly<{ orderId: string }>) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const cancels = useRead('listOrderCancels', { input: { params: { orderId }, query: { limit: '200' } } });
  return (
    <Panel title={t.cancels}>
      <Loaded of={cancels} lines={1}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t.noCancels}</Text>
          ) : (
            <Plain
              caption={t.cancels}
              heads={[
                { text: l.id },
                { text: l.state },
                { text: l.amount, align: 'end' },
                { text: l.reason },
                { text: t.requestedAt },
                { text: t.refusedBy },
              ]}
              rows={items.map((cancel) => ({
                key: cancel.cancelId,
                cells: [
                  <Id key="id" id={cancel.cancelId} at={places.cancel(cancel.cancelId)} />,
                  <State key="state" words={cancelStateWords} is={cancel.state} />,
                  <Money key="amount" won={cancel.amount} />,
                  <bdi key="reason">{cancel.reason}</bdi>,
                  <Kst key="at" at={cancel.requestedAt} />,
                  cancel.providerCode ?? '–',
                ],
              }))}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
