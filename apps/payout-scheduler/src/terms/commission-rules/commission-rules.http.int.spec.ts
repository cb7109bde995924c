import { randomUUID } from 'node:crypto';
import { schedulerWorld, type Person, type SchedulerWorld } from '../../testing/scheduler-world.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
let world: SchedulerWorld;

beforeAll(async () => {
  world = await schedulerWorld(new Date('2026-05-11T01:00:00Z'));
}, 60_000);
afterAll(() => world.close());

async function send(method: 'GET' | 'POST', url: string, body?: object, who: Person = 'kim') {
  const { status, json } = await world.call(who, method, url, body);
  return { status, ...json };
}

const asked = {
  ...{ id: randomUUID(), category: 'books', sellerId: 'acme', effectiveFrom: '2026-05-11' },
  commission: {
    charge: { kind: 'FORMULA', formula: 'ORDER_AMOUNT * FIXED_RATE + FIXED_AMOUNT', rate: 3000, amount: 300 },
  },
};

test('a rule is set, read and ended over HTTP, by who may set terms', async () => {
  const made = await send('POST', '/commission-rules', asked);
  const rounded = { rounding: 'floor', vatRounding: 'floor', ...asked.commission };
  expect(made).toEqual({
    ...{ status: 201, ...asked, productId: null, commission: rounded, effectiveTo: null },
    ...{ createdAt: expect.stringMatching(/^2026-05-11T01:0/) as string, createdBy: 'person:kim' },
    endedBy: null,
    numbersNeeded: [],
  });
  const { status: _status, ...rule } = made;
  expect(await send('GET', '/commission-rules?sellerId=acme&on=2026-05-11', undefined, 'viewer')).toEqual({
    ...{ status: 200, items: [rule], nextCursor: null },
  });
  const end = `/commission-rules/${asked.id}/end`;
  expect(await send('POST', end, { effectiveTo: '2026-06-01' })).toEqual({
    status: 200,
    ...rule,
    effectiveTo: '2026-06-01',
    endedBy: 'person:kim',
  });
  expect(await send('POST', end, { effectiveTo: '2026-05-20' }, 'viewer')).toMatchObject({ status: 403 });
});

// prettier-ignore
test.each([
  ['no dimension',       { category: null, sellerId: null },                                                          400, 'INVALID_REQUEST'],
  ['a day that is none', { effectiveFrom: '2026-02-30' },                                                             400, 'INVALID_REQUEST'],
  ['the year 0',         { effectiveFrom: '0000-01-01' },                                                             400, 'INVALID_REQUEST'],
  ['an overlap',         { id: randomUUID() },                                                                        409, 'COMMISSION_RULE_OVERLAP'],
  ['a rate of 200 %',    { id: randomUUID(), commission: { charge: { kind: 'RATE', rate: 200_000 } } },               422, 'CHARGE_RATE_OUT_OF_BOUNDS'],
  ['a broken formula',   { id: randomUUID(), commission: { charge: { kind: 'FORMULA', formula: 'ORDER_AMOUNT +' } } }, 422, 'CHARGE_FORMULA_INVALID'],
])('%s is refused with its own code, and says where', async (_, change, status, code) => {
  const answer = await send('POST', '/commission-rules', { ...asked, ...change });
  expect(answer).toMatchObject({ status, code });
  if (code === 'CHARGE_FORMULA_INVALID') expect(answer).toMatchObject({ position: 15 });
});
