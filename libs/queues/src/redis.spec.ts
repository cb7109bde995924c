import { persistenceIn, type Persistence } from './redis.js';

const STARTED_AT = 1_700_000_000;
const info = (aof: 0 | 1, lastSaveAt: number, uptimeS: number): string =>
  [
    `# Persistence\r\nloading:0\r\nrdb_last_save_time:${lastSaveAt}\r\naof_enabled:${aof}\r\n`,
    `# Server\r\nserver_time_usec:${(STARTED_AT + uptimeS) * 1e6}\r\nuptime_in_seconds:${uptimeS}\r\n`,
  ].join('\n');

// prettier-ignore
test.each<[string, string, Persistence]>([
  ['a log of every write',                        info(1, STARTED_AT, 10),            'aof'],
  ['a log, and snapshots',                        info(1, STARTED_AT + 300, 400),     'aof'],
  ['no log, and a snapshot since the start',      info(0, STARTED_AT + 300, 400),     'snapshots'],
  ['no log, and no snapshot since the start',     info(0, STARTED_AT, 400),           'none'],
  ['the start itself counts as a save to Redis',  info(0, STARTED_AT + 1, 400),       'none'],
  ['a server that tells nothing',                 '',                                 'none'],
])('%s', (_, said, expected) => {
  expect(persistenceIn(said)).toBe(expected);
});
