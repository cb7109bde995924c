import {
  attachMonth,
  detachMonth,
  dropMonth,
  exportMonth,
  isMonth,
  listMonths,
  type MonthDifference,
  MonthRefused,
  reproveMonth,
  restoreMonth,
  retainMonths,
  sealMonth,
} from '@jeongsan/books';
import type { DataSource } from 'typeorm';
import { isJson, outputOption, parsed } from '../arguments.js';
import { changeDatabase } from '../change-database.js';
import { type Call, type Exit, exits, UsageProblem, type Verb } from '../verb.js';

const options = {
  ...outputOption,
  dir: { type: 'string', default: 'months' },
  keep: { type: 'string', default: '13' },
  drop: { type: 'boolean', default: false },
  alone: { type: 'boolean', default: false },
} as const;

type Asked = Readonly<{ month: string; dir: string; keep: number; drop: boolean; alone: boolean; isJson: boolean }>;
type Action = (asked: Asked, call: Call) => Promise<Exit>;

/** A month beside them would be taken for the only one that is meant. */
const ofAllMonths: ReadonlySet<string> = new Set(['list', 'retention']);

const needsMonth = (month: string): string => {
  if (!isMonth(month)) throw new UsageProblem(`Which month? YYYY-MM, not "${month}"`);
  return month;
};

/** Runs a change of one month on the database. */
const changing =
  (done: string, work: (db: DataSource, asked: Asked) => Promise<void>): Action =>
  async (asked, { say }) => {
    await changeDatabase((db) => work(db, { ...asked, month: needsMonth(asked.month) }));
    say(`${asked.month} ${done}`);
    return exits.done;
  };

/** Prints the differences of a comparison; a difference is a failed check. */
function verdict(differences: readonly MonthDifference[], asked: Asked, { print, say }: Call): Exit {
  if (asked.isJson) print(JSON.stringify({ month: asked.month, differences }));
  else for (const { subject, expected, found } of differences) print(`${subject}: sealed ${expected}, found ${found}`);
  say(differences.length === 0 ? `${asked.month}: the files are what was sealed` : `${asked.month}: differences`);
  return differences.length === 0 ? exits.done : exits.failed;
}

const comparing =
  (work: (asked: Asked) => Promise<MonthDifference[]>): Action =>
  async (asked, call) => {
    needsMonth(asked.month);
    return verdict(await work(asked), asked, call);
  };

// prettier-ignore
const actions: Readonly<Record<string, Action>> = {
  list,
  seal:      changing('is sealed', (db, { month }) => sealMonth(db, month, new Date())),
  detach,
  attach:    changing('is attached', (db, { month }) => attachMonth(db, month)),
  export:    comparing(({ month, dir }) => changeDatabase((db) => exportMonth(db, month, dir, new Date()))),
  restore:   comparing(({ month, dir }) => changeDatabase((db) => restoreMonth(db, month, dir))),
  reprove:   comparing(({ month, dir, alone }) =>
    alone ? reproveMonth(`${dir}/${month}`, { month }) : changeDatabase((db) => reproveMonth(`${dir}/${month}`, { db, month }))),
  retention,
};

/** Rows are removed only while the month's files are what was sealed; also those of a month that was detached earlier. */
async function detach(asked: Asked, call: Call): Promise<Exit> {
  const { dir, drop } = asked;
  const month = needsMonth(asked.month);
  return changeDatabase(async (db) => {
    const differences = drop ? await reproveMonth(`${dir}/${month}`, { db, month }) : [];
    if (differences.length > 0) return verdict(differences, asked, call);
    const known = (await listMonths(db)).find((one) => one.month === month);
    if (!drop || known?.state !== 'DETACHED') await detachMonth(db, month, new Date());
    if (drop) await dropMonth(db, month);
    call.say(
      drop ? `${month} is detached and dropped` : `${month} is detached; its table is there until it is dropped`,
    );
    return exits.done;
  });
}

async function list(asked: Asked, { print }: Call): Promise<Exit> {
  const months = await changeDatabase(listMonths);
  if (asked.isJson) print(JSON.stringify(months.map((m) => ({ ...m, entries: `${m.entries}`, bytes: `${m.bytes}` }))));
  else
    for (const { month, state, exported, entries, bytes } of months)
      print(`${month}  ${state.padEnd(8)}  ${exported ? 'exported' : '        '}  ${entries} entries  ${bytes} bytes`);
  return exits.done;
}

async function retention(asked: Asked, call: Call): Promise<Exit> {
  const { keep, dir, drop } = asked;
  const done = await changeDatabase((db) => retainMonths(db, { keep, folder: dir, drop, now: new Date() }));
  const failed = done.find(({ differences }) => differences.length > 0);
  const names = done.filter((one) => one !== failed).map(({ month }) => month);
  if (names.length > 0) call.say(`${drop ? 'detached and dropped' : 'detached'}: ${names.join(', ')}`);
  if (failed) return verdict(failed.differences, { ...asked, month: failed.month }, call);
  if (names.length === 0) call.say('no older month is left');
  return exits.done;
}

/** Months of the ledger: sealed, exported, detached, attached and re-proved. Needs the login of the database's owner. */
export const months: Verb = {
  about: 'the months of the ledger: list, seal, export, reprove, detach, attach, restore, retention',
  usage: [
    'months list                      every month with its state',
    'months seal YYYY-MM              end a month: later postings into it are refused',
    'months export YYYY-MM --dir D    write a sealed month to D/YYYY-MM as Parquet, and compare the files with the seal',
    'months reprove YYYY-MM --dir D   recompute totals and hashes from the files (--alone: without a database)',
    'months detach YYYY-MM [--drop]   take an exported month out of the ledger, the oldest first; --drop needs its files (--dir D)',
    'months attach YYYY-MM            put it back, the newest first',
    'months restore YYYY-MM --dir D   put a dropped month back from its files',
    'months retention --keep 13 --dir D [--drop]   export and detach all months but the newest',
  ],
  run: async ({ args, print, say }) => {
    const { values, positionals } = parsed(args, options, true);
    const [name = '', month = '', ...rest] = positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action || rest.length > 0) throw new UsageProblem(`months ${positionals.join(' ')} is not known`);
    const keep = /^\d{1,4}$/.test(values.keep) ? Number.parseInt(values.keep, 10) : Number.NaN;
    if (!(keep >= 1)) throw new UsageProblem('--keep is a number of months, at least 1');
    if (month !== '' && ofAllMonths.has(name))
      throw new UsageProblem(`months ${name} takes no month: it goes over all`);
    const asked = {
      month,
      dir: values.dir,
      keep,
      drop: values.drop,
      alone: values.alone,
      isJson: isJson(values.output),
    };
    try {
      return await action(asked, { args, print, say });
    } catch (error) {
      if (!(error instanceof MonthRefused)) throw error;
      say(`Refused: ${error.message}`);
      return exits.fault;
    }
  },
};
