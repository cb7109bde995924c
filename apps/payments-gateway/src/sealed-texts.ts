import { type DataSeal, isDataSealed } from '@jeongsan/jwe';
import type { KeptData } from '@jeongsan/nest-platform';

/**
 * The purpose that the text of a column is sealed for; it names the row's id, so a sealed text cannot be moved to
 * another row.
 */
export const orderNameOf = (orderId: string): string => `gateway.orders.order_name/${orderId}`;
export const refundAccountOf = (cancelId: string): string => `gateway.cancel.refund_account_sealed/${cancelId}`;
export const cancelReasonOf = (cancelId: string): string => `gateway.cancel.reason/${cancelId}`;

/**
 * Opens the text of a column. Texts of releases before sealing existed are stored in the clear; erased texts are empty.
 */
export const openText = (seal: DataSeal, of: string, stored: string): string =>
  isDataSealed(stored) ? seal.open(of, stored) : stored;

export type KeepDays = Readonly<{ orderNames: number; cancelReasons: number }>;

/** The personal data that this service stores, with the days after which it is erased. */
export const keptTexts = (days: KeepDays): KeptData => ({
  columns: [
    { table: 'gateway.orders', key: 'order_id', keyType: 'text', column: 'order_name', of: orderNameOf },
    { table: 'gateway.cancel', key: 'id', keyType: 'uuid', column: 'reason', of: cancelReasonOf },
    { table: 'gateway.cancel', key: 'id', keyType: 'uuid', column: 'refund_account_sealed', of: refundAccountOf },
  ],
  retentions: [
    {
      kind: 'order names',
      days: days.orderNames,
      erase: `update gateway.orders set order_name = '' where order_id in (
                select order_id from gateway.orders where order_name <> '' and created_at < $1 limit $2)`,
    },
    {
      kind: 'cancel reasons',
      days: days.cancelReasons,
      erase: `update gateway.cancel set reason = '' where id in (
                select id from gateway.cancel where reason <> '' and state <> 'requested' and created_at < $1 limit $2)`,
    },
  ],
});
