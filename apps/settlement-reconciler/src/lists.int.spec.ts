import { parseEnv } from '@jeongsan/nest-kit';
import { reconcilerContract } from '@jeongsan/platform-contract';
import {
  casesOf,
  dayQueries,
  daysAtEdges,
  type ListedTable,
  listedItems,
  missingFilters,
  oneOf,
  serviceOfRows,
  type ServiceOfRows,
  type TestedLists,
} from '@jeongsan/testing';
import { AppModule } from './app.module.js';
import { Env } from './env.js';

jest.setTimeout(120_000);

const uuid = (digit: number): string => `0000000${digit}-0000-7000-8000-00000000000${digit}`;
const document = `jsonb_build_object('businessDate', date '2026-05-01' + (n / 2)::int, 'number', 1 + n % 2, 'takenAt', '2026-05-01T00:00:00Z', 'equations', '[]'::jsonb,
                                      'state', ${oneOf('PROVEN', 'UNPROVEN', 'PROVEN_WITH_EXCEPTIONS')})::text`;

const day = `interval '1 day'`;
const ages = {
  critical_age: day,
  critical_due: day,
  high_age: day,
  high_due: day,
  medium_age: day,
  medium_due: day,
  low_due: day,
};

// prettier-ignore
const rows = {
  'reconciliation.run': { business_date: `date '2026-05-01' + n::int`, state: oneOf('downloading', 'matching', 'posting', 'done'), finished_at: `case when n % 4 = 3 then now() end` },
  'reconciliation.break': { business_date: `date '2026-05-01' + (n * 3 % 48)::int`, class: `'LEDGER'`, state: oneOf('OPEN', 'CLOSED', 'EXPLAINED'), resolved_at: `case when n % 3 > 0 then now() end` },
  'reconciliation.balance_proof': { business_date: `date '2026-05-01' + (n / 2)::int`, account: oneOf('', 'second') },
  'reconciliation.proof': { business_date: `date '2026-05-01' + (n / 2)::int`, number: '1 + n % 2', state: oneOf('PROVEN', 'UNPROVEN', 'PROVEN_WITH_EXCEPTIONS'), document },
  'reconciliation.bank_statement': { bank_account: oneOf('main', 'second', 'third'), format: `'csv'`, covers: `'both'`, from_day: `date '2026-05-01' + n::int`, to_day: `date '2026-05-07' + n::int`, uploaded_at: daysAtEdges },
  'reconciliation.break_decision': { break_id: `(array['${uuid(1)}', '${uuid(2)}']::uuid[])[1 + n % 2]`, way: oneOf('expect', 'adjust', 'force'), state: oneOf('proposed', 'approved', 'declined', 'approved'), proposed_at: daysAtEdges },
  'reconciliation.hand_run': { state: oneOf('queued', 'done', 'failed', 'canceled'), mode: `'match'`, requested_at: daysAtEdges },
  'reconciliation.rule': { class: oneOf('LEDGER', 'MISSING_SETTLEMENT'), state: oneOf('proposed', 'active', 'rejected') },
  'reconciliation.fee_table': { account: oneOf('', 'second'), state: oneOf('proposed', 'active', 'rejected') },
  'reconciliation.fee_line': { table_id: `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`, rate: '1', rounding: `'down'`, vat_mode: `'added'` },
  'reconciliation.month_request': { month: oneOf('2026-03-01', '2026-04-01') + '::date', kind: `'close'`, state: oneOf('proposed', 'approved', 'rejected') },
  'reconciliation.severity_rule': { state: oneOf('proposed', 'active', 'rejected'), ...ages },
} as const;

let service: ServiceOfRows;
beforeAll(async () => {
  service = await serviceOfRows('settlement-reconciler', new Date('2026-05-13T09:00:00+09:00'), (settings) => {
    const env = parseEnv(Env, settings);
    return { module: AppModule.for(env), env, title: 'settlement-reconciler', contract: reconcilerContract };
  });
  await service.fill(rows);
});
afterAll(() => service.close());

const openOn = `exists (select from reconciliation.break b where b.business_date = run.business_date and b.resolved_at is null)`;
const dates = [['from=2026-05-10&to=2026-05-12', `business_date between '2026-05-10' and '2026-05-12'`]] as const;

// prettier-ignore
const lists: TestedLists = {
  '/reconciliation/runs': { from: 'reconciliation.run', column: 'business_date', member: 'businessDate', order: 'business_date desc', cases: [['', 'true'], ...dates,
    ['state=posting', `state = 'posting'`], ['hasOpenBreaks=true', openOn], ['hasOpenBreaks=false', `not ${openOn}`]] },
  '/reconciliation/balance-proofs': { from: 'reconciliation.balance_proof', column: `business_date || account`, member: 'place', order: 'business_date desc, account', cases: [['', 'true'], ...dates,
    ['account=second', `account = 'second'`], ['account=', `account = ''`], ['proven=true', 'proven'], ['proven=false', 'not proven']] },
  '/reconciliation/nights': { from: 'reconciliation.proof', column: 'business_date || hash', member: 'night', order: 'id desc', cases: [['', 'true'], ...dates, ['state=UNPROVEN', `state = 'UNPROVEN'`]] },
  '/reconciliation/bank-statements': { from: 'reconciliation.bank_statement', column: 'id', member: 'id', order: 'uploaded_at desc, id desc', cases: [['', 'true'],
    ['bankAccount=second', `bank_account = 'second'`], ['from=2026-05-10&to=2026-05-30', `from_day >= '2026-05-10' and to_day <= '2026-05-30'`]] },
  '/reconciliation/break-decisions': { from: 'reconciliation.break_decision', column: 'id', member: 'id', order: 'proposed_at, id', cases: [['', 'true'], ...dayQueries('proposed_at'),
    ['state=approved', `state = 'approved'`], [`breakId=${uuid(1)}`, `break_id = '${uuid(1)}'`], ['way=force', `way = 'force'`], ['way=adjust&state=proposed', `way = 'adjust' and state = 'proposed'`]] },
  '/reconciliation/hand-runs': { from: 'reconciliation.hand_run', column: 'id', member: 'id', order: 'requested_at desc, id desc', cases: [['', 'true'], ...dayQueries('requested_at'), ['state=failed', `state = 'failed'`]] },
  '/reconciliation/rules': { from: 'reconciliation.rule', column: 'id', member: 'id', order: 'id', cases: [['', 'true'], ['class=LEDGER', `class = 'LEDGER'`], ['state=active', `state = 'active'`]] },
  '/reconciliation/fee-tables': { from: 'reconciliation.fee_table', column: 'id', member: 'id', order: 'id', cases: [['', 'true'], ['account=second', `account = 'second'`], ['state=active', `state = 'active'`]] },
  '/month-requests': { from: 'reconciliation.month_request', column: 'id', member: 'id', order: 'id', cases: [['', 'true'], ['month=2026-04', `month = '2026-04-01'`],
    ['state=approved', `state = 'approved'`], ['month=2026-03&state=proposed', `month = '2026-03-01' and state = 'proposed'`]] },
  '/reconciliation/severity-rules': { from: 'reconciliation.severity_rule', column: 'id', member: 'id', order: 'effective_from desc, id desc', cases: [['', 'true'], ['state=active', `state = 'active'`]] },
};
const cases = casesOf(lists);

/** Proofs have no ids: their dates and what they are of tell them apart. */
const withPlaces = (of: ServiceOfRows): ServiceOfRows => ({
  ...of,
  read: async (url) => {
    const { status, json } = await of.read(url);
    const items = json.items.map((item) => ({
      ...item,
      place: `${String(item['businessDate'])}${String(item['account'])}`,
      night: `${String(item['businessDate'])}${String(item['hash'])}`,
    }));
    return { status, json: { ...json, items } };
  },
});

test.each(cases)('%s with "%s" lists the same rows as SQL', async (path, query, where) => {
  const { listed, inTable } = await listedItems(withPlaces(service), path, query, lists[path] as ListedTable, where);
  expect(listed).toEqual(inTable);
});

test('every filter of these lists is tested', () => {
  expect(missingFilters(reconcilerContract, cases)).toEqual([]);
});

test('a run says how many breaks of its date are open and excepted', async () => {
  const { json } = await service.read('/reconciliation/runs?limit=48');
  const counts = await service.db.query<object[]>(
    `select r.business_date::text as "businessDate", count(*) filter (where b.resolved_at is null and b.id is not null)::int as "openBreaks",
            count(*) filter (where b.state = 'EXPLAINED')::int as "exceptedBreaks"
       from reconciliation.run r left join reconciliation.break b using (business_date) group by 1 order by 1 desc`,
  );
  expect(json.items).toMatchObject(counts);
});

// prettier-ignore
test.each([
  ['/reconciliation/bank-statements',  'BANK_STATEMENT_NOT_FOUND'],
  ['/reconciliation/break-decisions',  'BREAK_DECISION_NOT_FOUND'],
  ['/reconciliation/rules',            'MATCHING_RULE_NOT_FOUND'],
  ['/reconciliation/fee-tables',       'MATCHING_RULE_NOT_FOUND'],
] as const)('one item of %s is as its list shows it, and one that is not there is %s', async (path, code) => {
  const [item] = (await service.read(`${path}?limit=1`)).json.items;
  expect(await service.read(`${path}/${String(item?.['id'])}`)).toMatchObject({ status: 200, json: item });
  expect(await service.read(`${path}/ffffffff-0000-7000-8000-000000000000`)).toMatchObject({ status: 404, json: { code } });
});
