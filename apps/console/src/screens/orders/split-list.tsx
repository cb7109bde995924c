import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { splitKindWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';
import { NameArsSplit, NameProductSplit } from './split-actions.js';

type Split = ItemOf<'listSplits'>;

export function SplitList() {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const columns: readonly Column<Split>[] = [
    { key: 'key', title: t.splitKey, cell: ({ kind, key }) => <Id id={key} at={places.split(kind, key)} /> },
    { key: 'kind', title: t.split, width: '14rem', cell: ({ kind }) => <InWords words={splitKindWords} is={kind} /> },
    {
      key: 'sellers',
      title: t.sellers,
      width: 'minmax(12rem, 2fr)',
      cell: ({ lines }) =>
        lines.map(({ lineId, sellerId }) => (
          <span key={lineId}>
            <Id id={sellerId} at={places.seller(sellerId)} />{' '}
          </span>
        )),
    },
    { key: 'version', title: t.version, align: 'end', cell: ({ version }) => version },
    { key: 'by', title: t.namedBy, cell: ({ namedBy }) => namedBy },
    { key: 'at', title: t.namedAt, width: '12rem', cell: ({ namedAt }) => <Kst at={namedAt} /> },
    { key: 'reason', title: l.reason, isExtra: true, cell: ({ reason }) => <bdi>{reason}</bdi> },
  ];
  return (
    <Page
      title={t.splits}
      aside={
        <>
          <NameProductSplit />
          <NameArsSplit />
        </>
      }
    >
      <ResourceList
        name="listSplits"
        label={t.splits}
        empty={t.noSplits}
        idOf={({ kind, key }) => `${kind} ${key}`}
        columns={columns}
        filters={[{ key: 'kind', label: t.split, kind: 'choice', words: splitKindWords }]}
      />
    </Page>
  );
}
