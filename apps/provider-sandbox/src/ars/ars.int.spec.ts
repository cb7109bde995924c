import { ArsReservationChanged } from '@jeongsan/provider-contract';
import { won } from '@jeongsan/money';
import { freezeAt, seoul } from '../testing/buyer.js';
import { type Receiver, startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

let last = 10_000_000;
const newNumber = () => String((last += 1));
const payment = {
  method: 'CARD',
  amount: won(15_000n),
  orderName: '홈쇼핑 이불',
  customerMobilePhone: '01012345678',
} as const;
type Body = Parameters<Sandbox['provider']['createReservation']>[0]['body'];
const reserve = async (body: Partial<Body> = {}) =>
  (
    await sandbox.provider.createReservation({
      body: { arsType: 'PAYMENT', payment, reserveNumber: newNumber(), ...body },
    })
  ).entityBody;
const read = async (id: string) => (await sandbox.provider.getReservation({ params: { id } })).entityBody;
const session = async (arsReservationId: string) =>
  (await sandbox.provider.getArsSession({ query: { arsReservationId } })).entityBody;
const call = (id: string, refuseWith?: string) =>
  sandbox.control.callArs({ params: { id }, body: refuseWith === undefined ? {} : { refuseWith } });
const cancel = (id: string) => sandbox.provider.cancelReservation({ params: { id }, body: { cancelReason: '변심' } });
const post = (path: string, body: unknown) =>
  raw(sandbox, 'POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const errorOf = ({ json }: { json: Record<string, unknown> }) => (json['error'] as { code?: string } | undefined)?.code;

describe('a reservation', () => {
  test('is READY for a call, in the envelope of the interface', async () => {
    const reserveNumber = newNumber();
    const reply = await sandbox.provider.createReservation({ body: { arsType: 'PAYMENT', payment, reserveNumber } });
    expect(reply).toEqual({
      version: '2022-11-16',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      entityType: 'ars-reservation',
      entityBody: {
        id: expect.stringMatching(/^reservation_a/) as string,
        mid: 'market',
        reserveNumber,
        status: 'READY',
        requestedAt: seoul('2026-03-04T10:00:00'),
        reservedAt: seoul('2026-03-04T10:00:00'),
        canceledAt: null,
        cancelReason: null,
        completedAt: null,
      },
    });
    expect(await read(reply.entityBody.id)).toEqual(reply.entityBody);
    const { id: sessionId, ...rest } = await session(reply.entityBody.id);
    expect(sessionId).toMatch(/^ars_a/);
    expect(rest).toEqual({ arsType: 'PAYMENT', arsReservationId: reply.entityBody.id, paymentId: null });
  });

  test('completed by a call has a payment of the amount, as any other', async () => {
    const { id } = await reserve();
    const done = await call(id);
    expect(done).toMatchObject({ status: 'DONE', completedAt: seoul('2026-03-04T10:00:00'), canceledAt: null });
    expect(await read(id)).toEqual(done);
    const { paymentId } = await session(id);
    const made = await sandbox.provider.getPayment({ params: { paymentKey: paymentId ?? '' } });
    expect(made).toMatchObject({ status: 'DONE', method: '카드', totalAmount: 15_000n, orderName: '홈쇼핑 이불' });
    expect(made.card).toMatchObject({ amount: 15_000n });
  });

  test('waits for another call when the card is refused', async () => {
    const { id } = await reserve();
    expect(await call(id, 'REJECT_CARD_COMPANY')).toMatchObject({ status: 'READY', completedAt: null });
    expect((await session(id)).paymentId).toBeNull();
    expect(await call(id)).toMatchObject({ status: 'DONE' });
  });

  // prettier-ignore
  test.each([
    ['2026-03-04T11:59:59', 'NOT_POSSIBLE'],
    ['2026-03-04T12:00:00', 'DONE'],
  ])('for 12:00 called at %s ends in %s', async (time, verdict) => {
    const { id } = await reserve({ reservedAt: seoul('2026-03-04T12:00:00') });
    await freezeAt(sandbox, time);
    expect(await call(id).then(({ status }) => status, (error: { code: string }) => error.code)).toBe(verdict);
  });

  test('of two calls at once is completed by one', async () => {
    const { id } = await reserve();
    const results = await Promise.allSettled([call(id), call(id), call(id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of a number that is taken is refused, whatever became of the first, and also of two at once', async () => {
    const reserveNumber = newNumber();
    const { id } = await reserve({ reserveNumber });
    const taken = { outcome: 'rejected', status: 400, code: 'ALREADY_EXIST_RESERVATION' };
    await expect(reserve({ reserveNumber })).rejects.toMatchObject(taken);
    await cancel(id);
    await expect(reserve({ reserveNumber })).rejects.toMatchObject(taken);
    const other = newNumber();
    const results = await Promise.allSettled([1, 2, 3].map(() => reserve({ reserveNumber: other })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  const wire = { ...payment, amount: { currency: 'KRW', value: 15_000 } };
  // prettier-ignore
  test.each<[string, object, number, string | undefined]>([
    ['no arsType',                          { arsType: undefined },                                    400, 'INVALID_REQUEST'],
    ['another arsType',                     { arsType: 'BILLING' },                                    400, 'INVALID_REQUEST'],
    ['no payment',                          { payment: undefined },                                    400, 'INVALID_REQUEST'],
    ['no method',                           { payment: { ...wire, method: undefined } },               400, 'INVALID_REQUEST'],
    ['another method',                      { payment: { ...wire, method: 'TRANSFER' } },              400, 'INVALID_REQUEST'],
    ['no amount',                           { payment: { ...wire, amount: undefined } },               400, 'INVALID_REQUEST'],
    ['an amount without a currency',        { payment: { ...wire, amount: { value: 1_000 } } },        400, 'INVALID_REQUEST'],
    ['an amount without a value',           { payment: { ...wire, amount: { currency: 'KRW' } } },     400, 'INVALID_REQUEST'],
    ['dollars',                             { payment: { ...wire, amount: { currency: 'USD', value: 1_000 } } }, 400, 'INVALID_REQUEST'],
    ['a value as text',                     { payment: { ...wire, amount: { currency: 'KRW', value: '1000' } } }, 200, undefined],
    ['99 won',                              { payment: { ...wire, amount: { currency: 'KRW', value: 99 } } }, 400, 'BELOW_MINIMUM_AMOUNT'],
    ['100 won',                             { payment: { ...wire, amount: { currency: 'KRW', value: 100 } } }, 200, undefined],
    ['no orderName',                        { payment: { ...wire, orderName: undefined } },            400, 'INVALID_REQUEST'],
    ['an orderName of 100 characters',      { payment: { ...wire, orderName: '가'.repeat(100) } },      200, undefined],
    ['an orderName of 101 characters',      { payment: { ...wire, orderName: '가'.repeat(101) } },      400, 'INVALID_REQUEST'],
    ['no phone',                            { payment: { ...wire, customerMobilePhone: undefined } },  400, 'INVALID_REQUEST'],
    ['dashes in the phone number',          { payment: { ...wire, customerMobilePhone: '010-1234-5678' } }, 400, 'INVALID_REQUEST'],
    ['a phone number of 8 digits',          { payment: { ...wire, customerMobilePhone: '12345678' } }, 200, undefined],
    ['a phone number of 7 digits',          { payment: { ...wire, customerMobilePhone: '1234567' } },  400, 'INVALID_REQUEST'],
    ['a phone number of 15 digits',         { payment: { ...wire, customerMobilePhone: '1'.repeat(15) } }, 200, undefined],
    ['a phone number of 16 digits',         { payment: { ...wire, customerMobilePhone: '1'.repeat(16) } }, 400, 'INVALID_REQUEST'],
    ['no reserveNumber',                    { reserveNumber: undefined },                              400, 'INVALID_REQUEST'],
    ['a reserveNumber of 7 digits',         { reserveNumber: '7654321' },                              400, 'INVALID_REQUEST'],
    ['a reserveNumber of 8 digits',         { reserveNumber: '87654321' },                             200, undefined],
    ['a reserveNumber of 12 digits',        { reserveNumber: '987654321012' },                         200, undefined],
    ['a reserveNumber of 13 digits',        { reserveNumber: '9876543210123' },                        400, 'INVALID_REQUEST'],
    ['letters in the reserveNumber',        { reserveNumber: 'abcd1234' },                             400, 'INVALID_REQUEST'],
    ['reservedAt now',                      { reservedAt: '2026-03-04T10:00:00+09:00' },               200, undefined],
    ['reservedAt now, elsewhere',           { reservedAt: '2026-03-04T01:00:00Z' },                    200, undefined],
    ['reservedAt a second ago',             { reservedAt: '2026-03-04T09:59:59+09:00' },               400, 'INVALID_RESERVED_AT'],
    ['reservedAt without an offset',        { reservedAt: '2026-03-04T10:00:00' },                     200, undefined],
    ['reservedAt that is no time',          { reservedAt: 'soon' },                                    400, 'INVALID_REQUEST'],
    ['no reservedAt',                       { reservedAt: null },                                      200, undefined],
  ])('with %s answers %d', async (_, change, status, code) => {
    const reply = await post('/v2/ars/reservations', { arsType: 'PAYMENT', payment: wire, reserveNumber: newNumber(), ...change });
    expect([reply.status, errorOf(reply)]).toEqual([status, code]);
  });
});

describe('an update', () => {
  test('changes what is sent: the call is charged as it was last said', async () => {
    const { id, ...before } = await reserve({ reservedAt: seoul('2026-03-04T11:00:00') });
    const params = { id };
    const reservedAt = seoul('2026-03-04T10:30:00');
    expect((await sandbox.provider.updateReservation({ params, body: { reservedAt } })).entityBody).toEqual({
      ...before,
      id,
      reservedAt,
    });
    await sandbox.provider.updateReservation({ params, body: { payment: { amount: won(20_000n) } } });
    await sandbox.provider.updateReservation({ params, body: { payment: { orderName: '이불 두 채' } } });
    await sandbox.provider.updateReservation({ params, body: {} });
    await freezeAt(sandbox, '2026-03-04T10:30:00');
    await call(id);
    const { paymentId } = await session(id);
    expect(await sandbox.provider.getPayment({ params: { paymentKey: paymentId ?? '' } })).toMatchObject({
      totalAmount: 20_000n,
      orderName: '이불 두 채',
    });
  });

  // prettier-ignore
  test.each<[string, object, number, string | undefined]>([
    ['an amount without a currency',   { payment: { amount: { value: 1_000 } } },                    400, 'INVALID_REQUEST'],
    ['an amount without a value',      { payment: { amount: { currency: 'KRW' } } },                 400, 'INVALID_REQUEST'],
    ['99 won',                         { payment: { amount: { currency: 'KRW', value: 99 } } },      400, 'BELOW_MINIMUM_AMOUNT'],
    ['100 won',                        { payment: { amount: { currency: 'KRW', value: 100 } } },     200, undefined],
    ['an empty orderName',             { payment: { orderName: '' } },                               400, 'INVALID_REQUEST'],
    ['reservedAt now',                 { reservedAt: '2026-03-04T10:00:00+09:00' },                  200, undefined],
    ['reservedAt a second ago',        { reservedAt: '2026-03-04T09:59:59+09:00' },                  400, 'INVALID_RESERVED_AT'],
  ])('with %s answers %d', async (_, change, status, code) => {
    const { id } = await reserve({ reservedAt: seoul('2026-03-04T11:00:00') });
    const reply = await post(`/v2/ars/reservations/${id}`, change);
    expect([reply.status, errorOf(reply)]).toEqual([status, code]);
  });
});

describe('what is over', () => {
  test('a canceled reservation says when and why', async () => {
    const { id } = await reserve();
    const { entityBody: canceled } = await cancel(id);
    expect(canceled).toMatchObject({
      status: 'CANCELED',
      canceledAt: seoul('2026-03-04T10:00:00'),
      cancelReason: '변심',
      completedAt: null,
    });
    expect(await read(id)).toEqual(canceled);
  });

  // prettier-ignore
  test.each([
    ['DONE',     (id: string) => call(id),   'ALREADY_COMPLETED_RESERVATION'],
    ['CANCELED', (id: string) => cancel(id), 'ALREADY_CANCELED_RESERVATION'],
  ] as const)('%s is neither changed, nor canceled, nor called', async (status, end, code) => {
    const { id } = await reserve();
    await end(id);
    const refused = { outcome: 'rejected', status: 400, code };
    await expect(cancel(id)).rejects.toMatchObject(refused);
    await expect(sandbox.provider.updateReservation({ params: { id }, body: {} })).rejects.toMatchObject(refused);
    await expect(call(id)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
    expect(await read(id)).toMatchObject({ status });
  });

  // prettier-ignore
  test.each([
    ['no reason',                    {},                                400],
    ['an empty reason',              { cancelReason: '' },              400],
    ['a reason of 200 characters',   { cancelReason: '가'.repeat(200) }, 200],
    ['a reason of 201 characters',   { cancelReason: '가'.repeat(201) }, 400],
  ])('a cancel with %s answers %3$d', async (_, body, status) => {
    const { id } = await reserve();
    expect((await post(`/v2/ars/reservations/${id}/cancel`, body)).status).toBe(status);
  });
});

test('a reservation nobody made is not found', async () => {
  const notFound = { outcome: 'rejected', status: 404, code: 'NOT_FOUND_RESERVATION' };
  const params = { id: 'nobody' };
  await expect(read('nobody')).rejects.toMatchObject(notFound);
  await expect(cancel('nobody')).rejects.toMatchObject(notFound);
  await expect(sandbox.provider.updateReservation({ params, body: {} })).rejects.toMatchObject(notFound);
  await expect(session('nobody')).rejects.toMatchObject({ ...notFound, code: 'NOT_FOUND_ARS' });
  await expect(call('nobody')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await raw(sandbox, 'GET', '/v2/ars')).status).toBe(400);
});

describe('webhooks', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['ars-reservation.changed'] } });
  });
  afterEach(() => receiver.close());

  test('tell of a reservation that is DONE or CANCELED, unsigned, and of nothing else', async () => {
    const [first, second] = [await reserve(), await reserve()];
    await sandbox.provider.updateReservation({ params: { id: first.id }, body: { payment: { orderName: '새 이름' } } });
    await call(first.id, 'REJECT_CARD_PAYMENT');
    const done = await call(first.id);
    await cancel(second.id);
    await until('both webhooks', () => receiver.received.length >= 2);
    expect(receiver.received).toHaveLength(2);
    const [told] = receiver.received.filter(({ text }) => text.includes(first.id));
    expect(told?.headers['tosspayments-webhook-signature']).toBeUndefined();
    const { id, mid, ...facts } = done;
    expect(ArsReservationChanged.parse(told?.json)).toEqual({
      eventType: 'ars-reservation.changed',
      createdAt: '2026-03-04T10:00:00+09:00',
      version: '2022-11-16',
      eventId: expect.any(String) as string,
      entityType: 'ars-reservation',
      entityBody: { ...facts, arsReservationKey: id, mId: mid },
    });
  });
});
