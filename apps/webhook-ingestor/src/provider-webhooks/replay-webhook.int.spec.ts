import { HOURS_AGO, inboxWorld, NOW, payment, payout, type Reply } from '../testing/inbox-world.js';

const world = inboxWorld();
const { call, send, signed } = world;
beforeAll(world.open, 60_000);
afterAll(world.close);
beforeEach(world.empty);

const replay = (id: string): Promise<Reply> =>
  call('POST', `/provider-webhooks/${id}/replay`, 'operator', { reason: 'the provider was down' });
const jobs = () =>
  world
    .db()
    .query<{ job: string; data: object; isDone: boolean }[]>(
      `select job, data, done_at is not null as "isDone" from messaging.outbox order by id`,
    );
const finish = () => world.db().query('update messaging.outbox set done_at = clock_timestamp() where done_at is null');
const decisionsOf = (id: string) =>
  world
    .db()
    .query<object[]>(
      `select actor, reason, before, after from audit.decision where kind = 'provider-webhook.replayed' and subject = $1 order by number`,
      [id],
    );

test('a webhook that came too late is replayed: its look is enqueued, and the decision names who and why', async () => {
  const id = await signed(payout('FPA_1'), HOURS_AGO(200));
  expect([(await call('GET', `/provider-webhooks/${id}`)).json['state'], await jobs()]).toEqual(['left-alone', []]);
  const { status, json } = await replay(id);
  expect([status, json]).toEqual([202, expect.objectContaining({ id, state: 'waiting', leftAlone: null })]);
  expect(await jobs()).toEqual([{ job: 'payout.observe', data: { providerPayoutId: 'FPA_1' }, isDone: false }]);
  expect(await decisionsOf(id)).toEqual([
    {
      ...{ actor: expect.stringContaining('operator') as string, reason: 'the provider was down' },
      before: { leftAlone: 'too-old' },
      after: { leftAlone: null, eventType: 'payout.changed', subject: 'payout/FPA_1', job: 'payout.observe' },
    },
  ]);
});

test('a webhook whose look is open is not replayed; once the look is done, each replay enqueues one look', async () => {
  const id = await send(payment('pay_1'));
  const refused = await replay(id);
  expect([refused.status, refused.json['code']]).toEqual([409, 'PROVIDER_WEBHOOK_WAITING']);
  await finish();
  expect([(await replay(id)).status, (await replay(id)).json['code']]).toEqual([202, 'PROVIDER_WEBHOOK_WAITING']);
  expect(await jobs()).toHaveLength(2);
  await finish();
  expect((await call('GET', `/provider-webhooks/${id}`)).json['state']).toBe('done');
  expect((await replay(id)).status).toBe(202);
  expect([(await jobs()).length, (await decisionsOf(id)).length]).toEqual([3, 2]);
});

test('of many replays at the same moment one enqueues a look, and one decision is recorded', async () => {
  const id = await signed(payout('FPA_1'), HOURS_AGO(200));
  const replies = await Promise.all(Array.from({ length: 8 }, () => replay(id)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, ...Array<number>(7).fill(409)]);
  expect([(await jobs()).length, (await decisionsOf(id)).length]).toEqual([1, 1]);
});

test('a webhook whose look is dead is not replayed: the answer names the job to revive', async () => {
  const id = await signed(payout('FPA_1'));
  const [dead] = await world
    .db()
    .query<[{ id: bigint }[], number]>('update messaging.outbox set dead_at = now() returning id');
  const { status, json } = await replay(id);
  expect([status, json['code'], json['jobId']]).toEqual([409, 'PROVIDER_WEBHOOK_DEAD', String(dead[0]?.id)]);
});

test('an erased webhook, and one that names nothing, are refused and leave no trace', async () => {
  const erased = await send(payment('pay_1'));
  await finish();
  await world.db().query('update webhooks.inbox set body = null, body_sealed = null, sealed_by = null');
  const other = await send({ eventType: 'BILLING_DELETED', createdAt: NOW, data: { billingKey: 'b' } });
  const codes = [(await replay(erased)).json['code'], (await replay(other)).json['code']];
  expect(codes).toEqual(['PROVIDER_WEBHOOK_ERASED', 'PROVIDER_WEBHOOK_NAMES_NOTHING']);
  expect([await decisionsOf(erased), await decisionsOf(other), await jobs()]).toEqual([[], [], [expect.anything()]]);
});
