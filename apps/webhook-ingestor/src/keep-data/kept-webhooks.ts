import type { KeptData } from '@jeongsan/nest-platform';
import { secretOf } from '../endpoint-secret.js';

/** Days for which data is kept. Injection token and type in one. */
export abstract class KeepDays {
  abstract readonly webhooks: number;
  abstract readonly deliveries: number;
}

/**
 * The data of others that this service keeps, and its retention. Bodies of webhooks are not listed, because the inbox
 * itself renews their seals.
 */
export const keptWebhooks = (days: KeepDays): KeptData => ({
  columns: [
    {
      table: 'webhooks.endpoint',
      key: 'id',
      keyType: 'uuid',
      column: 'secret_sealed',
      of: secretOf,
      earlier: (seal, _id, stored) => seal.openEarlier(stored),
    },
  ],
  retentions: [
    {
      kind: 'webhooks received',
      days: days.webhooks,
      erase: `delete from webhooks.inbox where id in (
                select id from webhooks.inbox where received_at < $1 order by received_at limit $2)`,
    },
    {
      kind: 'deliveries that ended',
      days: days.deliveries,
      erase: `delete from webhooks.delivery where (endpoint_id, event_id) in (
                select endpoint_id, event_id from webhooks.delivery where state <> 'pending' and next_at < $1 limit $2)`,
    },
  ],
});
