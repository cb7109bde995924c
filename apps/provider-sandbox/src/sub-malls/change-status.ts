import { SubMallStatusChanged, subMallLifecycle } from '@jeongsan/provider-contract';
import { stepOf } from '../lifecycle.js';
import { v1Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { Call } from '../world.js';
import { subMallOf, type SubMallRow } from './sub-mall.js';

/**
 * Moves a locked sub-mall along its lifecycle and announces the new status; undefined if the present status does not
 * accept the trigger.
 */
export async function changeSubMallStatus(
  call: Call,
  subMall: SubMallRow,
  trigger: 'exceedLimit' | 'completeKyc',
): Promise<SubMallRow | undefined> {
  const status = stepOf(subMallLifecycle, subMall.status, trigger);
  if (status === undefined) return undefined;
  const changed = { ...subMall, status };
  await call.sql.rows('update sub_mall set status = $2 where sub_mall_id = $1', [subMall.subMallId, status]);
  const body = v1Body(SubMallStatusChanged, call.now, subMallOf(changed));
  await queueWebhooks(call.sql, call.world.merchant, 'SUBMALL_STATUS_CHANGED', [
    { subject: subMall.subMallId, at: call.now, body },
  ]);
  return changed;
}
