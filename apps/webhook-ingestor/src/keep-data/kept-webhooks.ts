import type { KeptData } from '@jeongsan/nest-platform';
import { earlierSecretOf, secretOf } from '../endpoint-secret.js';

/** Days for which data is kept. Injection token and type in one. */
export abstract class KeepDays {
  abstract readonly webhooks: number;
  abstract readonly deliveries: number;
  abstract readonly events: number;
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
    {
      table: 'webhooks.endpoint',
      key: 'id',
      keyType: 'uuid',
      column: 'earlier_secret_sealed',
      of: earlierSecretOf,
    },
  ],
  retentions: [
    {
      kind: 'secrets that a rotation replaced',
      days: 0,
      erase: `update webhooks.endpoint set earlier_secret_sealed = null, earlier_secret_until = null where id in (
                select id from webhooks.endpoint where earlier_secret_until < $1 order by id limit $2)`,
    },
    {
      kind: 'webhooks received',
      days: days.webhooks,
      drop: `select webhooks.drop_months('webhooks.inbox', $1) as months`,
    },
    {
      kind: 'keys of webhooks received',
      days: days.webhooks,
      erase: `delete from webhooks.inbox_key where dedupe_key in (
                select dedupe_key from webhooks.inbox_key where received_at < $1 order by received_at limit $2)`,
    },
    {
      kind: 'deliveries that ended',
      days: days.deliveries,
      drop: `select webhooks.drop_months('webhooks.delivery', $1) as months`,
    },
    { kind: 'events', days: days.events, drop: `select webhooks.drop_months('messaging.event', $1) as months` },
  ],
});
