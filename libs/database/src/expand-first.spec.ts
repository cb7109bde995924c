import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractions, sqlOf } from './expand-first.js';

// prettier-ignore
test.each([
  ['drop table gateway.payment'],
  ['DROP FUNCTION ledger.post(text)'],
  ['alter table gateway.payment rename column amount to total'],
  ['alter table gateway.payment rename to sale'],
  ['alter table gateway.payment set schema payouts'],
  ['alter table gateway.payment drop column if exists amount'],
  ['alter table gateway.payment alter column amount type int'],
  ['alter table gateway.payment alter amount set data type int'],
  ['alter table gateway.payment add column a int, alter column b set not null'],
  ['alter table gateway.payment alter column amount drop default'],
  ['alter table gateway.payment add column kind text not null'],
  ['alter table gateway.payment add constraint positive check (amount > 0)'],
  ['alter table only gateway.payment add unique (order_id)'],
  ['create unique index once on gateway.payment (order_id)'],
  ['create trigger kept before delete on gateway.payment for each row execute function gateway.refuse()'],
  ['truncate gateway.payment'],
  ['revoke select on gateway.payment from public'],
  ['select 1; -- a comment; \n drop   table\n gateway.payment; select 2'],
])('the release before may not survive: %s', (sql) => {
  expect(contractions(sql)).toHaveLength(1);
});

// prettier-ignore
test.each([
  ['create table gateway.note (id int primary key, text text not null)'],
  ["create table gateway.note (id int); alter table gateway.note add constraint c check (id > 0); create unique index u on gateway.note (id)"],
  ["create table if not exists gateway.note (id int); create trigger kept before delete on gateway.note for each row execute function f()"],
  ['alter table gateway.payment add column note text'],
  ["alter table gateway.payment add column kind text not null default 'sale'"],
  ['alter table gateway.payment alter column note drop not null'],
  ['alter table gateway.payment drop constraint positive'],
  ['create index listed on gateway.payment (created_at)'],
  ['drop index gateway.listed'],
  ["comment on table gateway.payment is 'drop table; drop column'"],
  ['create or replace function ledger.sum() returns int language sql as $$ select 1; drop table x; $$'],
  ['create or replace function ledger.sum() returns int language sql as $body$ revoke all on x from y; $body$'],
  ['update gateway.payment set note = null'],
])('the release before survives: %s', (sql) => {
  expect(contractions(sql)).toEqual([]);
});

/** The newest migration when the rule was made (docs/decisions/0074-deploying-and-upgrading.md). Earlier ones needed a stop. */
const LAST_BEFORE_THE_RULE = 86;

/**
 * Contractions that are allowed, each with the release that stopped using what goes, or the reason why the release before survives.
 * `statement`: its beginning, in lower case on one line.
 */
const allowed: readonly Readonly<{ migration: string; statement: string; because: string }>[] = [
  {
    migration: '0091-reopening-decisions.ts',
    statement: 'alter table reconciliation.break_decision',
    because: 'The check that replaces the earlier one admits all ways that the release before writes, and one more',
  },
  {
    migration: '0092-closed-as-asked.ts',
    statement: 'create trigger counted_once before update on reconciliation.month_request',
    because: 'It refuses changes of a column that the release before does not know.',
  },
  {
    migration: '0093-cheaper-nights.ts',
    statement: 'create trigger compared ',
    because: 'It refuses nothing: it sets a column that the release before does not know',
  },
];

const migrations = readdirSync(join(__dirname, 'migrations')).map((file) => ({
  file,
  number: Number.parseInt(file, 10),
  found: contractions(sqlOf(readFileSync(join(__dirname, 'migrations', file), 'utf8'))),
}));

test('a migration expands what the release before uses; what contracts it has a reason here', () => {
  const unexplained = migrations
    .filter(({ number }) => number > LAST_BEFORE_THE_RULE)
    .flatMap(({ file, found }) =>
      found
        .filter(
          ({ statement }) => !allowed.some((one) => one.migration === file && statement.startsWith(one.statement)),
        )
        .map(({ statement, because }) => `${file}: ${statement}: ${because}`),
    );
  expect(unexplained).toEqual([]);
});

test('what is allowed is still there, and the rule sees the contractions of earlier migrations', () => {
  const stale = allowed.filter(
    ({ migration, statement }) =>
      !migrations.some(
        ({ file, found }) => file === migration && found.some((one) => one.statement.startsWith(statement)),
      ),
  );
  expect(stale).toEqual([]);
  expect(migrations.filter(({ found }) => found.length > 0).length).toBeGreaterThan(10);
});
