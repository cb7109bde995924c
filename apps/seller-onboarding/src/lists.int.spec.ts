import { parseEnv } from '@jeongsan/nest-kit';
import { onboardingContract, operationsContract } from '@jeongsan/platform-contract';
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

// prettier-ignore
const rows = {
  'onboarding.seller': { seller_id: `'Shop-' || lpad(n::text, 2, '0')`, business_type: oneOf('CORPORATE', 'INDIVIDUAL'), state: oneOf('approved', 'limited', 'received'), created_at: daysAtEdges,
    provider_seller_id: `'provider-' || n`, pending_account_sealed: `case when n % 5 = 0 then 'x' end` },
  'onboarding.account_change': { number: 'n', seller_id: oneOf('Shop-01', 'Shop-02', 'Shop-03'), state: oneOf('waiting', 'confirmed', 'rejected', 'asked'), asked_at: daysAtEdges },
  // As every service lists them.
  'messaging.outbox': { job: oneOf('seller.register', 'seller.observe'), created_at: daysAtEdges, run_at: oneOf('2026-05-12T00:00Z', '2026-05-12T00:00Z', '2099-01-01T00:00Z') + '::timestamptz',
    done_at: `case when n % 4 = 0 then now() end`, dead_at: `case when n % 4 = 1 or n % 8 = 0 then now() end`, data: `'{"sellerId":"Shop-01"}'::jsonb` },
} as const;

let service: ServiceOfRows;
beforeAll(async () => {
  service = await serviceOfRows('seller-onboarding', new Date('2026-05-13T09:00:00+09:00'), (settings) => {
    const env = parseEnv(Env, settings);
    return { module: AppModule.for(env), env, title: 'seller-onboarding', contract: onboardingContract };
  });
  await service.fill(rows);
});
afterAll(() => service.close());

// prettier-ignore
const lists: TestedLists = {
  '/sellers': { from: 'onboarding.seller', column: 'seller_id', member: 'sellerId', order: 'seller_id', cases: [['', 'true'], ...dayQueries('created_at'),
    ['state=limited', `state = 'limited'`], ['businessType=INDIVIDUAL', `business_type = 'INDIVIDUAL'`],
    ['accountChanging=true', 'pending_account_sealed is not null'], ['accountChanging=false', 'pending_account_sealed is null'],
    ['text=sHOP-1', `seller_id ilike '%shop-1%'`], ['text=provider-4', `provider_seller_id like '%provider-4%'`], ['text=_1', 'false'],
    ['state=approved&text=shop-0', `state = 'approved' and seller_id like 'Shop-0%'`]] },
  '/account-changes': { from: 'onboarding.account_change', column: 'id', member: 'changeId', order: 'number', cases: [['', 'true'], ...dayQueries('asked_at'),
    ['sellerId=Shop-02', `seller_id = 'Shop-02'`], ['state=rejected', `state = 'rejected'`], ['open=true', `state = 'waiting'`], ['open=false', `state <> 'waiting'`]] },
  '/operations/jobs': { from: 'messaging.outbox', column: 'id', member: 'id', order: 'id desc', cases: [['', 'true'], ...dayQueries('created_at'), ['job=seller.observe', `job = 'seller.observe'`],
    ['state=done', 'done_at is not null and dead_at is null'], ['state=dead', 'dead_at is not null and done_at is null'], ['state=discarded', 'dead_at is not null and done_at is not null'], ['state=due', `done_at is null and dead_at is null and run_at < '2027-01-01'`],
    ['state=waiting', `done_at is null and dead_at is null and run_at > '2027-01-01'`], ['state=dead&job=seller.observe', `dead_at is not null and done_at is null and job = 'seller.observe'`]] },
};
const cases = casesOf(lists);

test.each(cases)('%s with "%s" lists the same rows as SQL', async (path, query, where) => {
  const { listed, inTable } = await listedItems(service, path, query, lists[path] as ListedTable, where);
  expect(listed).toEqual(inTable);
});

test('every filter of these lists is tested', () => {
  expect(missingFilters({ ...onboardingContract, ...operationsContract }, cases)).toEqual([]);
});

test('one change of an account is as its list shows it', async () => {
  const [item] = (await service.read('/account-changes?limit=1')).json.items;
  expect(await service.read(`/account-changes/${String(item?.['changeId'])}`)).toMatchObject({
    status: 200,
    json: item,
  });
  const none = await service.read('/account-changes/ffffffff-0000-7000-8000-000000000000');
  expect(none).toMatchObject({ status: 404, json: { code: 'ACCOUNT_CHANGE_NOT_FOUND' } });
});

test('one job is as its list shows it, with its data', async () => {
  const [item] = (await service.read('/operations/jobs?state=dead&limit=1')).json.items;
  const { status, json } = await service.read(`/operations/jobs/${String(item?.['id'])}`);
  expect([status, json]).toEqual([200, { ...item, data: { sellerId: 'Shop-01' }, revivals: 0 }]);
  expect(await service.read('/operations/jobs/999999')).toMatchObject({ status: 404, json: { code: 'JOB_NOT_FOUND' } });
});
