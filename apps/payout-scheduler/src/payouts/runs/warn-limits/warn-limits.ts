import { addDays, businessDateOf } from '@jeongsan/calendar';
import { emit, transaction, type Executor, inList } from '@jeongsan/database';
import {
  forecastHeadroom,
  type CountedPayout,
  limitNotice,
  type PayoutPolicy,
  weekOf,
  weeklyUse,
} from '@jeongsan/payouts';
import { bigint, date, manyRows, statement, text } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import type { DataSource, EntityManager } from 'typeorm';
import { countedPayouts } from '../../dispatch/read-headroom/counted-payouts.js';

const SELLERS_PER_STEP = 1_000;
/** Days ahead whose maturing money counts as due: the seller is notified before the limit holds money back. */
const DAYS_AHEAD = 7;
const WARN_PERCENT_DEFAULT = 80;

type Limited = { seller_id: string; payable: bigint; maturing: bigint };
type Notice = { sellerId: string; kind: 'NEAR' | 'REACHED'; used: bigint; due: bigint; fitsOn: string | null };

/**
 * Notifies sellers under review that their weekly limit is almost used, or holds money back now: at most once a week
 * each. Run it after the day's statements: money reserved by them counts as used, money they could not pay is still
 * payable. Safe to repeat.
 */
export async function warnLimits(db: DataSource, policy: PayoutPolicy, now: Date): Promise<void> {
  for (let after = ''; ;) {
    const sellers = await limitedSellers(db, after, now);
    const last = sellers.at(-1);
    if (last === undefined) return;
    const counted = await countedPayouts(
      db,
      sellers.map((s) => s.seller_id),
      now,
    );
    const notices = sellers.flatMap((s) => noticeFor(s, counted.get(s.seller_id) ?? [], policy, now));
    if (notices.length > 0) await transaction(db, (tx) => emitNotices(tx, notices, policy, now));
    after = last.seller_id;
  }
}

/**
 * Sellers under review with their due money. A tranche counts by its share of the line without refunds, so the sum can
 * be too high and the notice slightly early.
 */
function limitedSellers(db: Executor, after: string, now: Date): Promise<Limited[]> {
  const today = businessDateOf(now);
  return db.query<Limited[]>(
    `select s.seller_id, -coalesce(a.balance, 0) as payable,
            coalesce((select sum(l.net * t.share / 100000)
                        from gateway.order_line_tranche t
                        join gateway.order_line l on (l.order_id, l.line_id) = (t.order_id, t.line_id)
                        join gateway.payment p on p.order_id = l.order_id and p.state in ${inList(paymentStates.kept)}
                       where t.seller_id = s.seller_id and t.matures_on > $2 and t.matures_on <= $3), 0)::bigint as maturing
       from onboarding.seller s
       left join ledger.account a on a.code = 'seller:' || s.seller_id || ':payable' and a.currency = 'KRW'
      where s.state = 'limited' and s.seller_id > $1 order by s.seller_id limit $4`,
    [after, today, addDays(today, DAYS_AHEAD), SELLERS_PER_STEP],
  );
}

function noticeFor(
  { seller_id: sellerId, payable, maturing }: Limited,
  counted: readonly CountedPayout[],
  policy: PayoutPolicy,
  now: Date,
): Notice[] {
  const { used } = weeklyUse(counted, now);
  const due = payable + maturing;
  const percent = policy.weeklyLimitWarnPercent ?? WARN_PERCENT_DEFAULT;
  const kind = limitNotice({ used, payable, due }, policy.weeklyLimit, percent);
  if (kind === null) return [];
  if (kind === 'NEAR') return [{ sellerId, kind, used, due, fitsOn: null }];
  const { waiting, fitsOn } = forecastHeadroom(counted, policy.weeklyLimit, payable, now);
  return [{ sellerId, kind, used, due: waiting, fitsOn }];
}

const INSERT_NOTICES = statement(
  `
  insert into payouts.limit_notice (seller_id, week, kind, used, due, fits_on, noticed_at)
  select n.seller_id, :week, n.kind, n.used, n.due, n.fits_on, :now
    from :n.unnest as n(:n.columns)
  on conflict do nothing returning seller_id`,
  {
    n: manyRows<Notice>({
      seller_id: text((n) => n.sellerId),
      kind: text((n) => n.kind),
      used: bigint((n) => n.used.toString()),
      due: bigint((n) => n.due.toString()),
      fits_on: date((n) => n.fitsOn),
    }),
  },
);

async function emitNotices(
  tx: EntityManager,
  notices: readonly Notice[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const week = weekOf(now);
  const rows = await INSERT_NOTICES.rows<{ seller_id: string }>(tx, { week, now, n: notices });
  const isNew = new Set(rows.map((row) => row.seller_id));
  const fresh = notices.filter((n) => isNew.has(n.sellerId));
  const limit = policy.weeklyLimit.toString();
  const near = fresh.filter((n) => n.kind === 'NEAR');
  await emit(
    tx,
    'seller.payout-limit-near',
    near.map(({ sellerId, used, due }) => ({
      entityId: sellerId,
      data: { sellerId, week, limit, used: used.toString(), due: due.toString() },
    })),
    now,
  );
  const reached = fresh.filter((n) => n.kind === 'REACHED');
  await emit(
    tx,
    'seller.payout-limit-reached',
    reached.map(({ sellerId, used, due, fitsOn }) => ({
      entityId: sellerId,
      data: { sellerId, week, limit, used: used.toString(), waiting: due.toString(), fitsOn },
    })),
    now,
  );
}
