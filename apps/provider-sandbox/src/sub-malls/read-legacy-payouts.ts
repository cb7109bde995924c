import { businessDateOf } from '@jeongsan/calendar';
import type {
  getLegacyBalance as balanceContract,
  getLegacyPayout as getContract,
  listLegacyPayouts as listContract,
} from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { readBalance } from '../balance/balance.js';
import { LEGACY_PAYOUT_COLUMNS, legacyPayoutOf, type LegacyPayoutRow } from './legacy-payout.js';
import { assertLegacyContract } from './sub-mall.js';

export const getLegacyBalance: Handler<typeof balanceContract> = async (call) => {
  assertLegacyContract(call);
  const { available } = await readBalance(call.sql, businessDateOf(call.now));
  // A negative balance is shown as zero, like in the v2 interface.
  return { balance: available > 0n ? available : 0n };
};

export const getLegacyPayout: Handler<typeof getContract> = async (call, { params }) => {
  assertLegacyContract(call);
  const [payout] = await call.sql.rows<LegacyPayoutRow>(
    `select ${LEGACY_PAYOUT_COLUMNS} from sub_mall_payout where payout_key = $1`,
    [params.payoutKey],
  );
  if (!payout) throw new Refused('PAYOUT_NOT_FOUND');
  return legacyPayoutOf(payout);
};

// ASSUMED: the period is one of payout dates, includes both ends, and is listed from its first day on.
export const listLegacyPayouts: Handler<typeof listContract> = async (call, { query }) => {
  assertLegacyContract(call);
  if (query.startDate > query.endDate) throw new Refused('INVALID_DATE');
  const rows = await call.sql.rows<LegacyPayoutRow>(
    `select ${LEGACY_PAYOUT_COLUMNS} from sub_mall_payout where payout_date between $1 and $2 order by payout_date, seq`,
    [query.startDate, query.endDate],
  );
  return rows.map(legacyPayoutOf);
};
