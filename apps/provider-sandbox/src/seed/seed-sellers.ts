import type { Call } from '../world.js';
import type { Planted } from './planted.js';

/** Seeds sellers of every kind and state; one in fifty is deleted. Returns how many there are. */
export async function seedSellers(call: Call, { prefix, sellers }: Planted): Promise<number> {
  await call.sql.rows('select pg_advisory_xact_lock(7316023)');
  await call.sql.rows(PLANT, [prefix, sellers, call.now]);
  return sellers;
}

const PLANT = `
  insert into seller (id, ref_seller_id, business_type, company, individual, status, bank_code, account_number, holder_name,
    registered_at, deleted_at)
  select 'seller_s' || $1 || lpad(i::text, 5, '0'), 'seed' || $1 || lpad(i::text, 5, '0'), kind.business_type,
    case when kind.business_type <> 'INDIVIDUAL' then jsonb_build_object('name', '가게 ' || i, 'representativeName', '김대표',
      'businessRegistrationNumber', '1208147521', 'email', 'shop' || i || '@market.example', 'phone', '0212345678') end,
    case when kind.business_type = 'INDIVIDUAL' then
      jsonb_build_object('name', '판매자 ' || i, 'email', 'person' || i || '@market.example', 'phone', '01012345678') end,
    kind.status, '088', '110' || lpad(i::text, 8, '0') || '1', '가게 ' || i, $3::timestamptz - interval '400 days' + i * interval '1 minute',
    case when i % 50 = 0 then $3::timestamptz end
  from generate_series(1, $2::int) as i
  join (values (0, 'INDIVIDUAL', 'APPROVAL_REQUIRED'), (1, 'CORPORATE', 'PARTIALLY_APPROVED'), (2, 'CORPORATE', 'KYC_REQUIRED'),
    (3, 'INDIVIDUAL_BUSINESS', 'APPROVED')) as kind (place, business_type, status) on kind.place = i % 4
  order by i`;
