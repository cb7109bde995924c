import { controlledNow } from '@jeongsan/database';
import type { DataSource } from 'typeorm';

/**
 * Installs triggers that record every step of every payout and batch, in the transaction of the step, so that no step is
 * missed. In a schema of its own: the services' tables stay unchanged. `was` is null for a new payout; `at` is platform time,
 * `fenced_at` machine time. The triggers run with the installer's rights: services have none here.
 */
export async function placeWitness(db: DataSource): Promise<void> {
  await db.query(`
    create schema witness;
    create table witness.moved (n bigint generated always as identity primary key, payout_id uuid not null, was text,
      became text not null, absent_listings int, at timestamptz not null);
    create table witness.fenced (n bigint generated always as identity primary key, batch_id uuid not null, state text not null,
      fence bigint not null, fenced_at timestamptz not null);
    create function witness.note_move() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      if tg_op = 'INSERT' then
        insert into witness.moved (payout_id, became, at) values (new.id, new.state, ${controlledNow});
      elsif old.state <> new.state then
        insert into witness.moved (payout_id, was, became, absent_listings, at)
        select new.id, old.state, new.state, (select absent_listings from payouts.batch a where a.id = old.batch_id), ${controlledNow};
      end if;
      return null;
    end $$;
    create trigger noted after insert or update on payouts.payout for each row execute function witness.note_move();
    create function witness.note_fence() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      insert into witness.fenced (batch_id, state, fence, fenced_at) values (new.id, new.state, new.fence, clock_timestamp());
      return null;
    end $$;
    create trigger noted after update on payouts.batch for each row
      when ((old.state, old.fence) is distinct from (new.state, new.fence)) execute function witness.note_fence();
  `);
}
