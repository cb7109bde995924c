import { sqlMigration } from '../sql-migration.js';

/**
 * Payments by every way of paying: virtual accounts that wait, expire and lose their deposit again; payments found at the
 * provider without a registered order; refunds to a bank account.
 */
export const PaymentLifecycles0035 = sqlMigration(
  'PaymentLifecycles',
  35,
  `
alter table gateway.payment
  -- Null: the payment is unallocated, and provider_order_id is the order number that the provider shows.
  alter column order_id drop not null,
  add column provider_order_id text,
  add column allocation text generated always as (case when order_id is null then 'unallocated' else 'order' end) stored,
  add column unallocated_because text check (unallocated_because in ('NO_ORDER', 'AMOUNT_DIFFERS', 'FOREIGN_CURRENCY', 'ORDER_PAID')),
  add column currency char(3) not null default 'KRW',
  add column side text not null default 'gateway' check (side in ('gateway', 'provider')), -- provider: paid beside the gateway
  add column m_id text,                                  -- the account at the provider
  add column deposit_due timestamptz,                    -- of a virtual account
  add constraint payment_has_an_order check (order_id is not null or provider_order_id is not null),
  add constraint won_alone_is_allocated check (order_id is null or currency = 'KRW');
drop index gateway.one_live_payment_per_order;
create unique index one_live_payment_per_order on gateway.payment (order_id)
  where state not in ('refused', 'expired', 'voided');
create index payment_unallocated on gateway.payment (provider_order_id) where order_id is null;

alter table gateway.cancel
  drop constraint cancel_amount_check,
  -- withdrawal: a bank took a deposit back. redeposit: the deposit came again, with a negative amount.
  add column kind text not null default 'cancel' check (kind in ('cancel', 'withdrawal', 'redeposit')),
  add constraint cancel_amount_check check (amount <> 0 and (amount < 0) = (kind = 'redeposit')),
  add column allocation text not null default 'named' check (allocation in ('named', 'assumed')),
  add column refund text check (refund in ('pending', 'completed', 'failed')), -- null: no transfer to a bank account
  add column refund_account_sealed text;                 -- erased when the cancel is decided
create index cancel_refunds on gateway.cancel (payment_id) where refund in ('pending', 'failed');

alter table gateway.cancel_line
  drop constraint cancel_line_paid_check,
  add constraint cancel_line_paid_check check (paid <> 0);
`,
);
