import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { businessTypeWords, sellerStateWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { ApplySeller } from './seller-application.js';
import { SellerWait } from './seller-wait.js';
import { sellerTexts } from './sellers.texts.js';

function useColumns(): readonly Column<ItemOf<'listSellerViews'>>[] {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  return [
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    {
      key: 'state',
      title: l.state,
      width: '13rem',
      cell: ({ state }) => <State words={sellerStateWords} is={state} />,
    },
    {
      key: 'waiting',
      title: l.waitsFor,
      width: 'minmax(16rem, 3fr)',
      cell: ({ waiting }) => (waiting === null ? '–' : <SellerWait waiting={waiting} />),
    },
    {
      key: 'businessType',
      title: t.businessType,
      cell: ({ businessType }) => <InWords words={businessTypeWords} is={businessType} />,
    },
    {
      key: 'account',
      title: t.account,
      width: 'minmax(11rem, 1fr)',
      cell: ({ bankCode, accountNumber }) => `${bankCode} ${accountNumber}`,
    },
    { key: 'applied', title: t.applied, width: '12rem', cell: ({ createdAt }) => <Kst at={createdAt} /> },
    {
      key: 'updated',
      title: t.updated,
      width: '12rem',
      isExtra: true,
      cell: ({ updatedAt }) => <Kst at={updatedAt} />,
    },
    {
      key: 'provider',
      title: t.providerId,
      width: 'minmax(9rem, 2fr)',
      isExtra: true,
      cell: ({ providerSellerId }) => <Id id={providerSellerId} />,
    },
  ];
}

export function SellerList() {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  return (
    <Page title={t.sellers} aside={<ApplySeller />}>
      <ResourceList
        name="listSellerViews"
        label={t.sellers}
        empty={t.noSellers}
        idOf={({ sellerId }) => sellerId}
        columns={useColumns()}
        filters={[
          { key: 'state', label: l.state, kind: 'choice', words: sellerStateWords },
          { key: 'businessType', label: t.businessType, kind: 'choice', words: businessTypeWords },
          { key: 'accountChanging', label: t.changing, kind: 'yes' },
          { key: 'text', label: l.text, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
