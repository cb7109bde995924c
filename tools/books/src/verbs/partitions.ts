import {
  attachPartition,
  detachPartition,
  dropPartition,
  listPartitions,
  makePartitions,
  MonthRefused,
  retainPartitions,
} from '@jeongsan/books';
import { isJson, outputOption, parsed } from '../arguments.js';
import { changeDatabase } from '../change-database.js';
import { type Call, type Exit, exits, UsageProblem, type Verb } from '../verb.js';

const options = {
  ...outputOption,
  days: { type: 'string', default: '' },
  drop: { type: 'boolean', default: false },
} as const;

const DAY_MS = 86_400_000;

type Asked = Readonly<{ table: string; month: string; days: string; drop: boolean; isJson: boolean }>;
type Action = (asked: Asked, call: Call) => Promise<Exit>;

function named({ table, month }: Asked): Readonly<{ table: string; month: string }> {
  if (table === '' || month === '') throw new UsageProblem('Which month of which table? webhooks.inbox YYYY-MM');
  return { table, month };
}

const detach: Action = async (asked, { say }) => {
  const which = named(asked);
  await changeDatabase(async (db) => {
    await detachPartition(db, which, new Date());
    if (asked.drop) await dropPartition(db, which);
  });
  say(
    `${which.table} ${which.month} is detached${asked.drop ? ' and dropped' : '; its table stays until it is dropped'}`,
  );
  return exits.done;
};

const attach: Action = async (asked, { say }) => {
  const which = named(asked);
  await changeDatabase((db) => attachPartition(db, which));
  say(`${which.table} ${which.month} is attached`);
  return exits.done;
};

const drop: Action = async (asked, { say }) => {
  const which = named(asked);
  await changeDatabase((db) => dropPartition(db, which));
  say(`${which.table} ${which.month} is dropped`);
  return exits.done;
};

const make: Action = async (_, { say }) => {
  await changeDatabase((db) => makePartitions(db, new Date()));
  say('the tables of the months to come are there');
  return exits.done;
};

const retention: Action = async ({ table, days, isJson: asJson }, { print, say }) => {
  if (table === '') throw new UsageProblem('Which table? webhooks.inbox');
  if (!/^\d{1,5}$/.test(days)) throw new UsageProblem('--days is the number of days that every row is kept at least');
  const before = new Date(Date.now() - Number.parseInt(days, 10) * DAY_MS);
  const dropped = await changeDatabase((db) => retainPartitions(db, table, before));
  if (asJson) print(JSON.stringify({ table, before, dropped }));
  say(`${table}: ${dropped} months ended before ${before.toISOString()}, had no work left, and are dropped`);
  return exits.done;
};

const list: Action = async ({ isJson: asJson }, { print }) => {
  const rows = await changeDatabase(listPartitions);
  if (asJson) print(JSON.stringify(rows.map((row) => ({ ...row, rows: `${row.rows}`, bytes: `${row.bytes}` }))));
  else
    for (const { table, month, state, rows: count, bytes } of rows)
      print(`${table.padEnd(24)}  ${month ?? 'rest   '}  ${state.padEnd(8)}  ${count} rows  ${bytes} bytes`);
  return exits.done;
};

const actions: Readonly<Record<string, Action>> = { list, make, detach, attach, drop, retention };

/** A table or a month beside them would be taken for the only one that is meant. */
const ofAllTables: ReadonlySet<string> = new Set(['list', 'make']);

/** Months of events, deliveries, webhooks and pages of listings. Needs the login of the database's owner. */
export const partitions: Verb = {
  about: 'the months of events, deliveries, webhooks received and pages: list, make, detach, attach, drop, retention',
  usage: [
    'partitions list                          every month of every table',
    'partitions make                          make the tables of the months to come, as the nightly run does',
    'partitions detach TABLE YYYY-MM [--drop] take a month that is over out of its table; refused while it has work left',
    'partitions attach TABLE YYYY-MM          put a detached month back',
    'partitions drop TABLE YYYY-MM            delete a detached month',
    'partitions retention TABLE --days N      drop the months whose last row is older, as the daily job does',
  ],
  run: async ({ args, print, say }) => {
    const { values, positionals } = parsed(args, options, true);
    const [name = '', table = '', month = '', ...rest] = positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action || rest.length > 0) throw new UsageProblem(`partitions ${positionals.join(' ')} is not known`);
    if (table !== '' && ofAllTables.has(name))
      throw new UsageProblem(`partitions ${name} takes no table: it goes over all`);
    if (month !== '' && name === 'retention')
      throw new UsageProblem('partitions retention takes no month: it drops every month that is older than --days');
    const asked = { table, month, days: values.days, drop: values.drop, isJson: isJson(values.output) };
    try {
      return await action(asked, { args, print, say });
    } catch (error) {
      if (!(error instanceof MonthRefused)) throw error;
      say(`Refused: ${error.message}`);
      return exits.fault;
    }
  },
};
