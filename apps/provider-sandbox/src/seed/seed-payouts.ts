import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { takeFromBalance } from '../balance/balance.js';
import type { Call } from '../world.js';
import type { Planted } from './planted.js';

/** Payouts in every state to every seller that may be paid, out of half of the balance. Answers how many. */
export async function seedPayouts(call: Call, { prefix, sellers }: Planted, available: bigint): Promise<number> {
  const { calendar, merchant } = call.world;
  const today = businessDateOf(call.now);
  // Three of the seven take from the balance; sellers that may be paid are half of all.
  const amount = sellers === 0 ? 0n : available / 2n / BigInt(Math.ceil(sellers / 2) * 3);
  if (amount < 1n) return 0;
  const past = calendar.addBusinessDays(today, -2);
  const next = calendar.addBusinessDays(today, 1);
  const seconds = merchant.settings.payoutCompletionSeconds;
  const [planted] = await call.sql.rows<{ count: number; taken: bigint }>(PLANT, [
    prefix,
    amount < LIMIT ? amount : LIMIT,
    past,
    next,
    instantAt(past, '10:00:00'),
    instantAt(today, '00:00:00'),
    instantAt(next, '09:00:00'),
    seconds === null ? null : new Date(call.now.getTime() + seconds * 1_000),
    JSON.stringify({ code: 'ACCOUNT_TRANSFER_REJECTED', message: '입금 계좌의 은행에서 이체를 거절했습니다.' }),
    today,
  ]);
  await takeFromBalance(call.sql, planted?.taken ?? 0n);
  return planted?.count ?? 0;
}

/** The upper bound of a seeded payout, so that no seller exceeds the weekly limit. */
const LIMIT = 1_000_000n;

const PLANT = `
  with planted as (
    insert into payout (id, ref_payout_id, destination, schedule_type, payout_date, amount, transaction_description, requested_at, status,
      error, next_step_at)
    select 'payout_s' || right(seller.id, 13) || kind.place, 'seed-' || $1 || '-' || right(seller.id, 5) || '-' || kind.place, seller.id,
      case kind.status when 'REQUESTED' then 'SCHEDULED' else 'EXPRESS' end,
      case kind.status when 'REQUESTED' then $4::date when 'IN_PROGRESS' then $10::date else $3::date end, $2::bigint, '정산금',
      case when kind.status in ('REQUESTED', 'IN_PROGRESS') then $6::timestamptz else $5::timestamptz end, kind.status,
      case when kind.status in ('FAILED', 'REJECTED') then $9::jsonb end,
      case kind.status when 'REQUESTED' then $7::timestamptz when 'IN_PROGRESS' then $8::timestamptz end
    from seller
    cross join (values (1, 'COMPLETED'), (2, 'FAILED'), (3, 'CANCELED'), (4, 'REJECTED'), (5, 'DELETED'), (6, 'REQUESTED'),
      (7, 'IN_PROGRESS')) as kind (place, status)
    where seller.id like 'seller_s' || $1 || '%' and seller.deleted_at is null and seller.status in ('PARTIALLY_APPROVED', 'APPROVED')
    order by kind.place, seller.seq
    returning amount, status)
  select count(*)::int as count, coalesce(sum(amount) filter (where status in ('COMPLETED', 'REQUESTED', 'IN_PROGRESS')), 0)::bigint as taken
  from planted`;
