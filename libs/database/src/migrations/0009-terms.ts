import { sqlMigration } from '../sql-migration.js';

/** A version of a seller's terms is stored as one JSON document; generated columns hold the members that queries need. */
export const Terms0009 = sqlMigration(
  'Terms',
  9,
  `
alter table payouts.seller_terms add column document jsonb;
update payouts.seller_terms set document = jsonb_build_object(
  'commission', jsonb_build_object('charge', jsonb_build_object('kind', 'RATE', 'rate', commission_rate),
                                   'rounding', 'floor', 'vatRounding', 'floor'),
  'vatBearer', 'SELLER', 'fees', '[]'::jsonb, 'discountShare', 0, 'taxType', 'GENERAL', 'startEvent', 'PAID', 'autoConfirmDays', 7,
  'tranches', jsonb_build_array(jsonb_build_object('share', 100000, 'days', lag_days, 'unit', lag_unit)),
  'cycle', cycle, 'datePolicy', date_policy, 'cutoff', '00:00', 'minimumPayout', null, 'reserve', null,
  'debt', jsonb_build_object('netShare', 100000));
alter table payouts.seller_terms
  alter column document set not null,
  drop column commission_rate, drop column lag_days, drop column lag_unit, drop column cycle, drop column date_policy;
alter table payouts.seller_terms
  add column cycle       text generated always as (document ->> 'cycle') stored,
  add column date_policy text generated always as (document ->> 'datePolicy') stored;
create index on payouts.seller_terms (cycle, date_policy);
`,
);
