import type { DataSource } from 'typeorm';

/** One step of a payout, as the database saw it happen. */
export type Move = Readonly<{
  payoutId: string;
  was: string;
  became: string;
  /** Complete listings without the payout before this step, of its batch. */
  absentListings: number | null;
}>;

/** One change of who may send a batch. */
export type FenceMove = Readonly<{ attemptId: string; state: string; fence: bigint; at: Date }>;

/** Lets Postgres itself write down every step, in the transaction that makes it: no poll can miss one. */
export async function placeWitness(db: DataSource): Promise<void> {
  await db.query(`
    create schema chaos;
    create table chaos.moved (n bigint generated always as identity primary key, payout_id uuid not null, was text not null,
      became text not null, absent_listings int);
    create table chaos.fenced (n bigint generated always as identity primary key, attempt_id uuid not null, state text not null,
      fence bigint not null, at timestamptz not null);
    create function chaos.note_move() returns trigger language plpgsql as $$
    begin
      insert into chaos.moved (payout_id, was, became, absent_listings)
      select new.id, old.state, new.state, (select absent_listings from payouts.attempt a where a.id = old.attempt_id);
      return null;
    end $$;
    create trigger noted after update on payouts.payout for each row when (old.state is distinct from new.state)
      execute function chaos.note_move();
    create function chaos.note_fence() returns trigger language plpgsql as $$
    begin
      insert into chaos.fenced (attempt_id, state, fence, at) values (new.id, new.state, new.fence, clock_timestamp());
      return null;
    end $$;
    create trigger noted after update on payouts.attempt for each row
      when ((old.state, old.fence) is distinct from (new.state, new.fence)) execute function chaos.note_fence();
  `);
}

export async function movesOf(db: DataSource, payoutIds: readonly string[]): Promise<Move[]> {
  return db.query<Move[]>(
    `select payout_id as "payoutId", was, became, absent_listings as "absentListings" from chaos.moved
      where payout_id = any($1::uuid[]) order by n`,
    [payoutIds],
  );
}

export async function fenceMovesOf(db: DataSource, attemptIds: readonly string[]): Promise<FenceMove[]> {
  return db.query<FenceMove[]>(
    `select attempt_id as "attemptId", state, fence, at from chaos.fenced where attempt_id = any($1::uuid[]) order by n`,
    [attemptIds],
  );
}
