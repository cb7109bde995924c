import type { Migration } from '../migration.js';

/** Card payments reserved for a phone call, each with its call session. */
export const ars: Migration = {
  name: '0011-ars',
  statements: [
    `create table ars_reservation (
      id text primary key,
      session_id text not null unique,
      reserve_number text not null constraint ars_reservation_number unique,
      status text not null,
      amount bigint not null check (amount > 0),
      order_name text not null,
      customer_mobile_phone text not null,
      requested_at timestamptz not null,
      reserved_at timestamptz not null,
      canceled_at timestamptz,
      cancel_reason text,
      completed_at timestamptz,
      payment_key text unique references payment,
      check ((status = 'CANCELED') = (canceled_at is not null and cancel_reason is not null)),
      check ((status = 'DONE') = (completed_at is not null and payment_key is not null)))`,
  ],
};
