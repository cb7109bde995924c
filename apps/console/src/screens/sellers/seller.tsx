import { type ComponentType, lazy, Suspense } from 'react';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Loaded, Sketch } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Parts } from '../../blocks/parts.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { sellerStateWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { PlaceHold } from './place-hold.js';
import { sellerTexts } from './sellers.texts.js';

export type SellerShown = Readonly<{ seller: OutputOf<'getSellerView'> }>;

/** The parts of the page of a seller, each loaded when it is opened. */
const parts = {
  overview: lazy(async () => ({ default: (await import('./overview.js')).Overview })),
  balance: lazy(async () => ({ default: (await import('./balance.js')).Balance })),
  terms: lazy(async () => ({ default: (await import('./seller-terms.js')).SellerTerms })),
  payouts: lazy(async () => ({ default: (await import('./seller-payouts.js')).SellerPayouts })),
  statements: lazy(async () => ({ default: (await import('./seller-statements.js')).SellerStatements })),
  orders: lazy(async () => ({ default: (await import('./seller-orders.js')).SellerOrders })),
  holds: lazy(async () => ({ default: (await import('./seller-balances.js')).SellerHolds })),
  reserves: lazy(async () => ({ default: (await import('./seller-balances.js')).SellerReserves })),
  debt: lazy(async () => ({ default: (await import('./seller-debt.js')).SellerDebt })),
  adjustments: lazy(async () => ({ default: (await import('./seller-balances.js')).SellerAdjustments })),
  accounts: lazy(async () => ({ default: (await import('./seller-accounts.js')).SellerAccounts })),
  support: lazy(async () => ({ default: (await import('./support.js')).Support })),
} as const satisfies Record<string, ComponentType<SellerShown>>;
type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];

/** Everything of one seller. */
export function Seller() {
  const sellerId = useParam('sellerId');
  const seller = useRead('getSellerView', { input: { params: { sellerId } } });
  return <Loaded of={seller}>{(data) => <Shown seller={data} />}</Loaded>;
}

function Shown({ seller }: SellerShown) {
  const t = useTexts(sellerTexts);
  return (
    <Page
      title={t.titleOf(seller.sellerId)}
      lead={<State words={sellerStateWords} is={seller.state} />}
      aside={<PlaceHold sellerId={seller.sellerId} />}
    >
      <Parts
        label={t.parts}
        parts={partNames.map((key) => ({
          key,
          title: t[key],
          of: () => {
            const Part = parts[key];
            return (
              <Suspense fallback={<Sketch />}>
                <Part key={key} seller={seller} />
              </Suspense>
            );
          },
        }))}
      />
    </Page>
  );
}
