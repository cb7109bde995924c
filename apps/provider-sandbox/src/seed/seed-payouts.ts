import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { statement } from '@jeongsan/sql';
import { takeFromBalance } from '../balance/balance.js';
import type { Call } from '../world.js';
import type { Planted } from './planted.js';

/** Seeds payouts in every state to every payable seller, from half of the balance. Returns how many. */
export async function seedPayouts(call: Call, { prefix, sellers }: Planted, available: bigint): Promise<number> {
  const { calendar, merchant } = call.world;
  const today = businessDateOf(call.now);
  // Three of the seven states take money from the balance, and half of the sellers are payable.
  const amount = sellers === 0 ? 0n : available / 2n / BigInt(Math.ceil(sellers / 2) * 3);
  if (amount < 1n) return 0;
  const past = calendar.addBusinessDays(today, -2);
  const next = calendar.addBusinessDays(today, 1);
  const seconds = merchant.settings.payoutCompletionSeconds;
  const [planted] = await PLANT.rows<{ count: number; taken: bigint }>(call.sql, {
    prefix,
    amount: amount < LIMIT ? amount : LIMIT,
    past,
    next,
    pastAt: instantAt(past, '10:00:00'),
    todayAt: instantAt(today, '00:00:00'),
    nextAt: instantAt(next, '09:00:00'),
    completedAt: seconds === null ? null : new Date(call.now.getTime() + seconds * 1_000),
    error: JSON.stringify({ code: 'ACCOUNT_TRANSFER_REJECTED', message: '입금 계좌의 은행에서 이체를 거절했습니다.' }),
    today,
  });
  await takeFromBalance(call.sql, planted?.taken ?? 0n);
  return planted?.count ?? 0;
}

/** The upper bound of a seeded payout, so that no seller exceeds the weekly limit. */
const LIMIT = 1_000_000n;

const PLANT = statement(`
  with planted as (
    insert into payout (id, ref_payout_id, destination, schedule_type, payout_date, amount, transaction_description, requested_at,
      status,
      error, next_step_at)
    select 'payout_s' || right(seller.id, 13) || kind.place, 'seed-' || :prefix || '-' || right(seller.id, 5) || '-' || kind.place,
      seller.id,
      case kind.status when 'REQUESTED' then 'SCHEDULED' else 'EXPRESS' end,
      case kind.status when 'REQUESTED' then :next::date when 'IN_PROGRESS' then :today::date else :past::date end, :amount::bigint,
        '정산금',
      case when kind.status in ('REQUESTED', 'IN_PROGRESS') then :todayAt::timestamptz else :pastAt::timestamptz end, kind.status,
      case when kind.status in ('FAILED', 'REJECTED') then :error::jsonb end,
      case kind.status when 'REQUESTED' then :nextAt::timestamptz when 'IN_PROGRESS' then :completedAt::timestamptz end
    from seller
    cross join (values (1, 'COMPLETED'), (2, 'FAILED'), (3, 'CANCELED'), (4, 'REJECTED'), (5, 'DELETED'), (6, 'REQUESTED'),
      (7, 'IN_PROGRESS')) as kind (place, status)
    where seller.id like 'seller_s' || :prefix || '%' and seller.deleted_at is null and seller.status in ('PARTIALLY_APPROVED',
      'APPROVED')
    order by kind.place, seller.seq
    returning amount, status)
  select count(*)::int as count, coalesce(sum(amount) filter (where status in ('COMPLETED', 'REQUESTED', 'IN_PROGRESS')),
    0)::bigint as taken
  from planted`);
