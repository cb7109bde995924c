import type { ReactNode } from 'react';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';
import { NameArsSplit, NameProductSplit } from './split-actions.js';

type History = OutputOf<'getProductSplit'>;

/** The split of a product of payment links, with its earlier versions. */
export function ProductSplit() {
  const productKey = useParam('splitKey');
  return (
    <Loaded of={useRead('getProductSplit', { input: { params: { productKey } } })}>
      {(history) => <Shown history={history} action={<NameProductSplit splitKey={productKey} />} />}
    </Loaded>
  );
}

/** The split of payments by phone, with its earlier versions. */
export function ArsSplit() {
  const service = useParam('splitKey');
  return (
    <Loaded of={useRead('getArsSplit', { input: { params: { service } } })}>
      {(history) => <Shown history={history} action={<NameArsSplit splitKey={service} />} />}
    </Loaded>
  );
}

function Shown({ history, action }: Readonly<{ history: History; action: ReactNode }>) {
  const t = useTexts(orderTexts);
  return (
    <Page title={`${t.split} ${history.current.key}`} aside={action}>
      {[history.current, ...history.earlier].map((split) => (
        <Version key={split.version} split={split} />
      ))}
    </Page>
  );
}

const OF_PERCENT = 1_000;

function Version({ split }: Readonly<{ split: History['current'] }>) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return (
    <Panel title={`${t.version} ${split.version}`}>
      <Plain
        caption={t.lines}
        heads={[{ text: l.line }, { text: l.seller }, { text: l.category }, { text: t.share, align: 'end' }]}
        rows={split.lines.map(({ lineId, sellerId, category, amount, share }) => ({
          key: lineId,
          cells: [
            lineId,
            <Id key="seller" id={sellerId} at={places.seller(sellerId)} />,
            <bdi key="category">{category}</bdi>,
            share === undefined ? <Money key="won" won={amount} /> : `${share / OF_PERCENT}%`,
          ],
        }))}
      />
      <Facts
        facts={[
          [t.delivery, split.delivery === undefined ? t.noDelivery : split.delivery.sellerId],
          [t.orderName, split.orderName],
          [l.reason, <bdi key="reason">{split.reason}</bdi>, 'wide'],
          [t.namedBy, split.namedBy],
          [t.namedAt, <Kst key="at" at={split.namedAt} />],
        ]}
      />
    </Panel>
  );
}
