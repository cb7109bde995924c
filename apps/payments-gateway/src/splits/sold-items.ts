import type { Executor } from '@jeongsan/database';
import { bigint, int, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import type { ProviderPayment } from '../gateway.js';
import type { SplitFor } from './split-record.js';

/** A product, or an ARS reservation, that a payment paid. */
export type SoldItem = SplitFor &
  Readonly<{
    quantity: number;
    /** Won of one unit, with the options that the buyer chose. */
    unitPrice: bigint;
    /** Won that the item's delivery costs. */
    delivery: bigint;
  }>;

/** What a payment sold, as the provider shows it. */
export type Sold = Readonly<{
  paymentKey: string;
  /** Of the webhooks about the sale. */
  subject: string;
  soldAt: Date;
  /** The tax-free part of the whole payment. */
  taxFree: bigint;
  items: readonly SoldItem[];
}>;
type Row = Omit<Sold, 'items'> & SoldItem & Readonly<{ position: number }>;

const INSERT = statement(
  `insert into gateway.sold_item (:item.columns) select item.* from :item.unnest as item(:item.columns)
   on conflict (payment_key, position) do nothing`,
  {
    item: manyRows<Row>({
      payment_key: text((row) => row.paymentKey),
      position: int((row) => row.position),
      subject: text((row) => row.subject),
      kind: text((row) => row.kind),
      key: text((row) => row.key),
      quantity: int((row) => row.quantity),
      unit_price: bigint((row) => row.unitPrice),
      delivery: bigint((row) => row.delivery),
      tax_free: bigint((row) => row.taxFree),
      sold_at: timestamptz((row) => row.soldAt),
    }),
  },
);

/** Notes what a payment sold. A repeat changes nothing. */
export async function noteSold(db: Executor, { items, ...sold }: Sold): Promise<void> {
  await INSERT.rows(db, { item: items.map((item, index) => ({ ...sold, ...item, position: index + 1 })) });
}

const FIND = statement(`
  select kind, key, quantity, unit_price as "unitPrice", delivery, tax_free as "taxFree" from gateway.sold_item
   where payment_key = :paymentKey order by position`);

/** The items of a payment in their order; none if they are not known. */
export const soldItems = (db: Executor, paymentKey: string): Promise<(SoldItem & Pick<Sold, 'taxFree'>)[]> =>
  FIND.rows<SoldItem & Pick<Sold, 'taxFree'>>(db, { paymentKey });

/** The tax-free part of a payment before its cancels, which reduce it. */
export const taxFreeOf = ({ taxFreeAmount, cancels }: ProviderPayment): bigint =>
  (cancels ?? []).reduce((sum, cancel) => sum + (cancel.taxFreeAmount ?? 0n), taxFreeAmount ?? 0n);
