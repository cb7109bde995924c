import type { getPayout as getContract, listPayouts as listContract } from '@jeongsan/provider-contract';
import { entity, type Handler, pageOf } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { PAYOUT_COLUMNS, payoutOf, type PayoutRow } from './payout.js';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 10_000;

export const getPayout: Handler<typeof getContract> = async (call, { params }) => {
  const [payout] = await call.sql.rows<PayoutRow>(`select ${PAYOUT_COLUMNS} from payout where id = $1`, [params.id]);
  if (!payout) throw new Refused('PAYOUT_NOT_FOUND');
  return entity(call, 'payout', payoutOf(payout));
};

/** Payouts with a payout date in a window, in the order of their requests. */
export const listPayouts: Handler<typeof listContract> = async (call, { query }) => {
  const { limit = LIMIT_DEFAULT, startingAfter, payoutDateGte = '0001-01-01', payoutDateLte = '9999-12-31' } = query;
  if (limit > LIMIT_MAX) throw new Refused('EXCEED_MAX_QUERY_LIMIT');
  if (limit < 1) throw new Refused('INVALID_REQUEST', { about: ['limit'] });
  const [place] =
    startingAfter === undefined
      ? [{ seq: 0n }]
      : await call.sql.rows<{ seq: bigint }>('select seq from payout where id = $1', [startingAfter]);
  if (!place) throw new Refused('PAYOUT_NOT_FOUND');
  const rows = await call.sql.rows<PayoutRow>(
    `select ${PAYOUT_COLUMNS} from payout where seq > $1 and payout_date between $2 and $3 order by seq limit $4`,
    [place.seq, payoutDateGte, payoutDateLte, limit + 1],
  );
  return entity(call, 'payout-list', pageOf(rows.map(payoutOf), limit));
};
