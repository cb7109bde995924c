import { sqlMigration } from '../sql-migration.js';

/** A contracted fee as one expression: the planner writes it into the query that asks, and worker processes may compute it. */
export const ContractedFee0074 = sqlMigration(
  'ContractedFee',
  74,
  `
create function reconciliation.fee_before_vat(amount bigint, rate int, fixed bigint, rounding text)
returns bigint language sql immutable parallel safe as $$
  select coalesce(fixed, case rounding when 'down' then div(amount::numeric * rate, 100000)
                                       else round(amount::numeric * rate / 100000) end::bigint)
$$;
create or replace function reconciliation.contracted_fee(amount bigint, rate int, fixed bigint, rounding text, vat_mode text)
returns bigint language sql immutable parallel safe as $$
  select reconciliation.fee_before_vat(amount, rate, fixed, rounding)
       + case when vat_mode = 'added' then round(reconciliation.fee_before_vat(amount, rate, fixed, rounding) / 10.0)::bigint else 0 end
$$;
`,
);
