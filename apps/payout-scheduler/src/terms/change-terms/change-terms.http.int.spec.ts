import { randomUUID } from 'node:crypto';
import { openSeller } from '../../testing/closing-world.js';
import { schedulerWorld, type Person, type SchedulerWorld } from '../../testing/scheduler-world.js';
import { placeOrder } from '../../testing/terms-market.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
let world: SchedulerWorld;

beforeAll(async () => {
  world = await schedulerWorld(new Date('2026-05-08T01:00:00Z'));
}, 60_000);
afterAll(() => world.close());

async function send(
  who: Person,
  method: 'GET' | 'POST',
  url: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const { status, json } = await world.call(who, method, url, ...(method === 'POST' ? [body] : []));
  return { status, ...json };
}

const terms = (rate: number) => ({
  commission: { charge: { kind: 'RATE', rate } },
  tranches: [{ share: 100_000, days: 2, unit: 'BUSINESS' }],
  ...{ cycle: 'DAILY', datePolicy: 'HOLIDAY_AFTER', effectiveFrom: '2026-05-01', sellerId: 'acme' },
});

test('an operator proposes, an approver sees the deltas and approves: over HTTP, with every refusal by its code', async () => {
  await openSeller(world.db, 'acme', { commission: { charge: { kind: 'RATE', rate: 10_000 } } });
  const at = new Date('2026-05-04T01:00:00Z');
  const { orderId } = await placeOrder(world.db, { sellerId: 'acme', amount: 10_000n, rate: 10_000, at });

  expect(await send('viewer', 'POST', '/terms-changes', terms(8_000))).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  });
  expect(await send('kim', 'POST', '/terms-changes', terms(90_001))).toMatchObject({
    ...{ status: 422, code: 'TERMS_INVALID' },
  });
  const old = { ...terms(8_000), effectiveFrom: '2025-05-07' };
  expect(await send('kim', 'POST', '/terms-changes', old)).toMatchObject({
    ...{ status: 422, code: 'TERMS_CHANGE_TOO_OLD', first: '2025-05-08' },
  });
  const proposed = await send('park', 'POST', '/terms-changes', terms(8_000));
  const total = { promotion: 0, commission: -200, commissionVat: -20, fees: 0, feeVat: 0, net: 220 };
  expect(proposed).toMatchObject({
    status: 201,
    state: 'proposed',
    lineCount: 1,
    total,
    proposedBy: 'person:park',
  });
  const url = `/terms-changes/${String(proposed['id'])}`;
  expect(await send('viewer', 'GET', url)).toMatchObject({
    ...{ status: 200, terms: { commission: { charge: { kind: 'RATE', rate: 8_000 } } } },
    lines: { items: [{ orderId, lineId: '1', canceled: 0, ...total }], nextCursor: null },
  });
  expect(await send('viewer', 'GET', '/terms-changes?state=proposed&sellerId=acme')).toMatchObject({
    ...{ status: 200, items: [{ id: proposed['id'] }], nextCursor: null },
  });
  expect(await send('viewer', 'GET', `/terms-changes/${randomUUID()}`)).toMatchObject({
    ...{ status: 404, code: 'TERMS_CHANGE_NOT_FOUND' },
  });
  const { contentHash } = proposed;
  const approve = (who: Person, hash: unknown) => send(who, 'POST', `${url}/approve`, { contentHash: hash });
  expect(await approve('kim', contentHash)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(await approve('park', contentHash)).toMatchObject({
    ...{ status: 403, code: 'TERMS_CHANGE_SECOND_PERSON_REQUIRED' },
  });
  expect(await approve('lee', 'other')).toMatchObject({ status: 409, code: 'TERMS_CHANGE_STALE' });
  expect(await approve('lee', contentHash)).toMatchObject({
    ...{ status: 200, state: 'approved', decidedBy: 'person:lee' },
  });
  expect(await send('lee', 'POST', `${url}/reject`)).toMatchObject({ status: 409, code: 'TERMS_CHANGE_STATE' });
});
