import type {
  deleteSubMall as deleteContract,
  getSubMall as getContract,
  listSubMalls as listContract,
} from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import {
  assertLegacyContract,
  findSubMall,
  lockSubMall,
  SUB_MALL_COLUMNS,
  subMallOf,
  type SubMallRow,
} from './sub-mall.js';

export const getSubMall: Handler<typeof getContract> = async (call, { params }) => {
  assertLegacyContract(call);
  return subMallOf(await findSubMall(call.sql, params.subMallId));
};

/** All sub-malls: the interface has no pages. */
export const listSubMalls: Handler<typeof listContract> = async (call) => {
  assertLegacyContract(call);
  const rows = await call.sql.rows<SubMallRow>(
    `select ${SUB_MALL_COLUMNS} from sub_mall where deleted_at is null order by seq`,
  );
  return rows.map(subMallOf);
};

/** Deletes a sub-mall. The row stays, so that its id is never used again; payouts already requested continue. */
export const deleteSubMall: Handler<typeof deleteContract> = async (call, { params }) => {
  assertLegacyContract(call);
  const { subMallId } = await lockSubMall(call, params.subMallId);
  await call.sql.rows('update sub_mall set deleted_at = $2 where sub_mall_id = $1', [subMallId, call.now]);
  return subMallId;
};
