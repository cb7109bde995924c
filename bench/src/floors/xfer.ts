import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Accounts of the floor: plain numbers with a balance. */
export const FLOOR_ACCOUNTS = 10_000;
const OPENING_BALANCE = 1_000_000_000_000;

/**
 * The least that may call itself a double-entry transfer: a key that makes repeating it harmless, two balances moved in lock
 * order that cannot fall below zero, two entries, and a promised job. One call, one commit.
 */
const SCHEMA = `
create table account  (id int primary key, balance bigint not null check (balance >= 0));
create table transfer (key text primary key, created_at timestamptz not null default clock_timestamp());
create table entry    (id bigint generated always as identity primary key, key text not null, account int not null, amount bigint not null);
create index on entry (account, id);
create table outbox   (id bigint generated always as identity primary key, key text not null);
insert into account select id, ${OPENING_BALANCE} from generate_series(1, ${FLOOR_ACCOUNTS}) as id;

create function xfer(p_key text, p_from int, p_to int, p_amount bigint) returns boolean language plpgsql as $$
begin
  insert into transfer (key) values (p_key) on conflict do nothing;
  if not found then return false; end if;
  if p_from < p_to then
    update account set balance = balance - p_amount where id = p_from;
    update account set balance = balance + p_amount where id = p_to;
  else
    update account set balance = balance + p_amount where id = p_to;
    update account set balance = balance - p_amount where id = p_from;
  end if;
  insert into entry (key, account, amount) values (p_key, p_from, -p_amount), (p_key, p_to, p_amount);
  insert into outbox (key) values (p_key);
  return true;
end $$;
`;

export async function prepareFloor(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(SCHEMA);
  await client.query('vacuum analyze');
  await client.end();
}

/** Proofs of the floor's books, in the form of the subject's. */
export const FLOOR_PROOF = `
select (select count(*)::int from transfer) as postings, (select count(*)::int from entry) as entries,
       (select coalesce(sum(amount), 0)::text from entry) as sum,
       (select count(*)::int from account a
         where a.balance <> ${OPENING_BALANCE} + (select coalesce(sum(amount), 0) from entry e where e.account = a.id)) as drifted`;

const TEXT = 'select xfer($1, $2, $3, $4)';

/** The default of pg: Postgres parses the call every time. With a name, each connection parses it once. */
export function floorTransfer(pool: pg.Pool, name?: string): (from: number, to: number) => Promise<void> {
  return async (from, to) => {
    await pool.query({ ...(name && { name }), text: TEXT, values: [randomUUID(), from, to, 5] });
  };
}
