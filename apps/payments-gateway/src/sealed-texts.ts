import { type DataSeal, isDataSealed } from '@jeongsan/jwe';
import type { KeptData } from '@jeongsan/queues';

/** What each column of texts is sealed for, by the id of its row. */
export const orderNameOf = (orderId: string): string => `gateway.orders.order_name/${orderId}`;
export const cancelReasonOf = (cancelId: string): string => `gateway.cancel.reason/${cancelId}`;

/** The text of a column. What an earlier release wrote is not sealed, and what was erased is empty. */
export const openText = (seal: DataSeal, of: string, stored: string): string =>
  isDataSealed(stored) ? seal.open(of, stored) : stored;

export type KeepDays = Readonly<{ orderNames: number; cancelReasons: number }>;

/** What this service keeps of people, and for how long. */
export const keptTexts = (days: KeepDays): KeptData => ({
  columns: [
    { table: 'gateway.orders', key: 'order_id', keyType: 'text', column: 'order_name', of: orderNameOf },
    { table: 'gateway.cancel', key: 'id', keyType: 'uuid', column: 'reason', of: cancelReasonOf },
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
