import type { LoggerService } from '@nestjs/common';
import { Refusal } from '@jeongsan/http-contract';
import { isServerAway, logTextOf, OutageLog, ServerAway } from './server-away.js';

const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name });
const coded = (code: string, more: object = {}): Error => Object.assign(new Error(`told ${code}`), { code, ...more });
const typeOrm = (driverError: Error): Error => Object.assign(named('QueryFailedError'), { driverError });

// prettier-ignore
test.each<[string, unknown]>([
  ['an administrator stopped Postgres',          coded('57P01')],
  ['another process of Postgres crashed',        coded('57P02')],
  ['Postgres is starting',                       coded('57P03')],
  ['the connection failed',                      coded('08006')],
  ['too many connections',                       coded('53300')],
  ['the disk is full',                           coded('53100')],
  ['a standby that takes no writes',             coded('25006')],
  ['the disk is broken',                         coded('58030')],
  ['a session that was ended for its own reason', coded('55000', { severity: 'FATAL' })],
  ['nobody listens',                             coded('ECONNREFUSED')],
  ['the connection was reset',                   coded('ECONNRESET')],
  ['the connection is half-closed',              coded('EPIPE')],
  ['the name is not known',                      coded('ENOTFOUND')],
  ['pg, in the middle of a statement',           new Error('Connection terminated unexpectedly')],
  ['pg, before there is a connection',           new Error('Connection terminated due to connection timeout')],
  ['a pool that got no connection in time',      new Error('timeout exceeded when trying to connect')],
  ['a statement that got no answer in time',     new Error('Query read timeout')],
  ['TypeORM around it',                          typeOrm(coded('57P01'))],
  ['TypeORM between two statements',             named('QueryRunnerAlreadyReleasedError')],
  ['TypeORM, asked through its manager',         named('QueryRunnerProviderAlreadyReleasedError')],
  ['every address of a host',                    Object.assign(new Error(''), { errors: [coded('ECONNREFUSED'), coded('ETIMEDOUT')] })],
  ['ioredis without a connection',               new Error("Stream isn't writeable and enableOfflineQueue options is false")],
  ['ioredis that waited',                        named('MaxRetriesPerRequestError')],
  ['Redis that loads its data',                  named('ReplyError', 'LOADING Redis is loading the dataset in memory')],
  ['what we found ourselves',                    new ServerAway('Redis is away')],
])('%s: a server is away', (_, error) => {
  expect(isServerAway(error)).toBe(true);
});

// prettier-ignore
test.each<[string, unknown]>([
  ['a value that is there already',    coded('23505')],
  ['a deadlock',                       coded('40P01')],
  ['a statement that took too long',   coded('57014')],
  ['a statement that is wrong',        typeOrm(coded('42601'))],
  ["another company's server",         new Error('unknown: NETWORK', { cause: coded('ECONNREFUSED') })],
  ['a mistake of ours',                new TypeError('x is not a function')],
  ['no error at all',                  'ECONNREFUSED'],
  ['nothing',                          undefined],
])('%s: no server is away', (_, error) => {
  expect(isServerAway(error)).toBe(false);
});

test('of an outage the log says in one line what failed and how often; of a mistake where it was made', () => {
  const lines: unknown[][] = [];
  let nowMs = 0;
  const log = new OutageLog(
    { error: (...line: unknown[]) => lines.push(line) } as unknown as LoggerService,
    () => nowMs,
  );
  for (; nowMs < 25_000; nowMs += 100) log.failed(`Trace ${nowMs}`, coded('ECONNREFUSED'));
  expect(lines).toEqual([
    ['Trace 0 failed: a server is away: told ECONNREFUSED'],
    ['Trace 10000 failed, and 99 others before it: a server is away: told ECONNREFUSED'],
    ['Trace 20000 failed, and 99 others before it: a server is away: told ECONNREFUSED'],
  ]);
  const mistake = new TypeError('x is not a function');
  log.failed('Trace 1', mistake);
  expect(lines.at(-1)).toEqual(['Trace 1 failed', mistake.stack]);
  expect(logTextOf(new Refusal(504, 'PAYMENT_OUTCOME_UNKNOWN', 'Ask again'))).not.toContain(' at ');
  expect(logTextOf(Object.assign(new Error(''), { errors: [coded('ECONNREFUSED')] }))).toBe('told ECONNREFUSED');
});
