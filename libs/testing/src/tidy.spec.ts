import { execFileSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { jobNames } from '@jeongsan/messaging';
import {
  accountChangeMachine,
  batchMachine,
  paymentMachine,
  payoutMachine,
  payoutRunMachine,
  sellerMachine,
} from '@jeongsan/state-machines';
import { sourcesUnder, type Source } from './testing/sources.js';

const root = join(__dirname, '../../..');
const sources = sourcesUnder(root);

/** Production code: without specs and the worlds that they build. */
const product = sources.filter(({ path }) => !path.endsWith('.spec.ts') && !path.includes('/src/testing/'));
const offenders = (list: readonly Source[], pattern: RegExp) =>
  list.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

// prettier-ignore
test.each([
  ['a type escape',                 /:\s*any(\[\])?\s*[;,)=|}>]|\bas any\b|<any>|@ts-ignore|@ts-nocheck/],
  ['a switched-off lint rule',      /eslint-disable/],
  ['a note of something left over', new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`)],
  ['a star export',                 /^export \*/m],
  ['an enum',                       /^\s*(export )?(declare )?(const )?enum\s+\w/m],
  ['a default export',              /^export default/m],
])('no file has %s', (_, pattern) => {
  expect(offenders(product, pattern)).toEqual([]);
});

test('no test is switched off or runs alone', () => {
  expect(offenders(sources, new RegExp('\\.(only|sk' + 'ip)\\(|\\bx(it|test|describe)\\('))).toEqual([]);
});

test('nothing asks Postgres to forget commits: the word stands where it is refused, and where our own server is set up', () => {
  const told = offenders(product, /synchronous_commit|set_config\(\s*'sync/);
  // A planted fault is text that no program runs.
  expect(told.filter((path) => !path.startsWith('tools/faults/')).toSorted()).toEqual([
    'bench/src/harness/bench-server.ts',
    'libs/database/src/unsafe-settings.ts',
    'tools/stack/src/postgres.ts',
  ]);
});

test('a library has one door, an app has none, and nothing hides in a drawer', () => {
  const doors = sources.filter(({ path }) => basename(path) === 'index.ts').map(({ path }) => path);
  expect(doors.filter((path) => !/^(libs|tools)\/[^/]+\/src\/index\.ts$/.test(path))).toEqual([]);
  const drawers = sources.filter(({ path }) =>
    /\/(utils?|helpers?|common|misc|shared|services|dto|interfaces)(\/|\.)/.test(path),
  );
  expect(drawers.map(({ path }) => path)).toEqual([]);
});

test('every job is promised somewhere and handled by exactly one worker', () => {
  const apps = product.filter(({ path }) => path.startsWith('apps/'));
  for (const job of jobNames) {
    const handlers = apps.filter(({ text }) => text.includes(`'${job}': (`) || text.includes(`'${job}': async (`));
    expect({ job, handledIn: handlers.map(({ path }) => path) }).toEqual({ job, handledIn: [expect.any(String)] });
    const promised = product.filter(
      ({ path, text }) => !path.startsWith('libs/messaging') && text.includes(`'${job}'`),
    );
    expect({ job, promisedIn: promised.length - handlers.length }).not.toEqual({ job, promisedIn: 0 });
  }
});

/**
 * The lifecycles whose states are compared in many places. The sandbox and the provider's contract have states of their own.
 */
const machines = { payoutMachine, payoutRunMachine, batchMachine, paymentMachine, sellerMachine, accountChangeMachine };
/** A list of three or more words that are all states of one machine, in TypeScript, in SQL or in a union of types. */
const listsOf = (states: readonly string[]): RegExp => {
  const word = `'(?:${states.join('|')})'`;
  return new RegExp(`(?<!'\\s*[,|]\\s*)${word}(?:\\s*[,|]\\s*${word}){2,}(?!\\s*[,|]\\s*')`);
};

test('lists of states come from libs/state-machines: nothing else writes one by hand', () => {
  const askers = product.filter(
    ({ path }) =>
      /^(apps|libs)\//.test(path) &&
      !/^(libs\/(state-machines|provider-contract|database\/src\/migrations)|apps\/provider-sandbox)\//.test(path),
  );
  for (const [machine, { states }] of Object.entries(machines)) {
    expect({ machine, lists: offenders(askers, listsOf(states)) }).toEqual({ machine, lists: [] });
    const stateIs = new RegExp(`\\bstate\\s+(?:not\\s+)?in\\s*\\('(?:${states.join('|')})'`, 'i');
    expect({ machine, inSql: offenders(askers, stateIs) }).toEqual({ machine, inSql: [] });
  }
});

test('the search for lists of states finds them however they are written', () => {
  const list = listsOf(payoutMachine.states);
  expect(
    ["['submitted', 'unknown', 'parked']", "('paid','failed',\n  'refused')", "'paid' | 'failed' | 'returned'"].filter(
      (text) => !list.test(text),
    ),
  ).toEqual([]);
  expect(
    ["state = 'paid' or state = 'failed'", "['paid', 'failed']", "['drafted', 'paid', 'failed', 'refused']"].filter(
      (text) => list.test(text),
    ),
  ).toEqual([]);
});

/** Here `$5` is a group of a regular expression. */
const otherDollars = ['libs/provider-contract/src/sub-mall.values.ts'];

test('SQL with more than four parameters names them (decision 35)', () => {
  const found = offenders(product, /\$([5-9]|[1-9]\d+)\b/).filter((path) => !path.includes('/migrations/'));
  expect(found.toSorted()).toEqual(otherDollars);
});

/** The only writers of each schema: its app; for the ledger and the messages, libraries. */
const owners: Readonly<Record<string, RegExp>> = {
  gateway: /^apps\/payments-gateway\//,
  onboarding: /^apps\/seller-onboarding\//,
  webhooks: /^apps\/webhook-ingestor\//,
  reconciliation: /^apps\/settlement-reconciler\//,
  payouts: /^apps\/payout-scheduler\//,
  ledger: /^libs\/(database|books\/src\/ledger\/(seal|verification))/,
};

test('every table has one app that writes to it', () => {
  const wrong = product.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:insert into|update|delete from)\s+(?:only\s+)?(\w+)\.\w+/gi)]
      .map(([, schema = '']) => schema)
      .filter(
        (schema) =>
          owners[schema] &&
          !owners[schema].test(path) &&
          !/^(libs\/database\/src\/migrations|bench|tools\/(kill-matrix|journeys\/src\/speed))\//.test(path),
      )
      .map((schema) => `${dirname(path)} writes to ${schema}`),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

const lists = ['Transactions', 'Settlements', 'CashReceipts', 'Payouts', 'Sellers', 'Products', 'Orders'].join('|');
/** The files that hand `listingPages` the pages of a listing. */
const listingReaders = [
  'libs/payouts/src/find-listed.ts',
  'libs/provider-client/src/across-accounts.ts',
  'libs/provider-client/src/listings.ts',
];

test('every listing of the provider is read by listingPages, which proves that the listing was read whole', () => {
  const readers = offenders(product, new RegExp(`\\.list(?:${lists})\\(`));
  expect(readers.toSorted()).toEqual([
    // These two make a page of the answer to one request, for `listings.ts`.
    'apps/settlement-reconciler/src/download/patient-api.ts',
    ...listingReaders,
    'libs/provider-client/src/record-lists.ts',
    // One retries the request of each page, the other wants the first payout of a listing and no more.
    'tools/chaos/src/oracle/evidence.ts',
    'tools/chaos/src/play/fill-inbox.ts',
    // Our own list of orders, of which one order is looked for.
    'tools/trials/src/load/reader.ts',
  ]);
  // The provider's side of a listing, and requests that nothing reads to an end.
  const others = /^(apps\/provider-sandbox|libs\/(provider-contract|fuzz)|bench|tools\/simulate)\//;
  const byCursor = offenders(product, /\b(hasMore|startingAfter)\b/).filter((path) => !others.test(path));
  expect(byCursor.toSorted()).toEqual([...listingReaders, 'libs/provider-client/src/record-lists.ts']);
});

test('every assumption about the provider is listed', () => {
  expect(() => execFileSync(process.execPath, [join(root, 'tools/assumptions.mjs')], { stdio: 'pipe' })).not.toThrow();
});

test.each([
  ["every operation of the provider's documents is kept somewhere", 'provider-operations'],
  ['every error code of the provider has a way to get it, and each code of a rule a spec', 'provider-codes'],
])('%s', (_, tool) => {
  expect(() => execFileSync(process.execPath, [join(root, `tools/${tool}.mjs`)], { stdio: 'pipe' })).not.toThrow();
});
