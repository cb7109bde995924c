/** Steps of Redis that must not be divided: a session that is ended in between would come back as a part of itself. */

/** KEYS: session, list of the person. ARGV: sealed, startedAt, idleEndsAt, endsAt, idle ms, life ms, name of the session. */
export const CREATE = `
redis.call('hset', KEYS[1], 'sealed', ARGV[1], 'startedAt', ARGV[2], 'idleEndsAt', ARGV[3], 'endsAt', ARGV[4])
redis.call('pexpire', KEYS[1], ARGV[5])
redis.call('zremrangebyscore', KEYS[2], '-inf', ARGV[2])
redis.call('zadd', KEYS[2], ARGV[4], ARGV[7])
redis.call('pexpire', KEYS[2], ARGV[6])
return 1`;

/** KEYS: session. ARGV: idleEndsAt, ms until then. */
export const TOUCH = `
if redis.call('exists', KEYS[1]) == 0 then return 0 end
redis.call('hset', KEYS[1], 'idleEndsAt', ARGV[1])
return redis.call('pexpire', KEYS[1], ARGV[2])`;

/** KEYS: session. ARGV: sealed. */
export const REPLACE = `
if redis.call('exists', KEYS[1]) == 0 then return 0 end
redis.call('hset', KEYS[1], 'sealed', ARGV[1])
return 1`;

/** KEYS: list of the person. ARGV: prefix of the keys of sessions. The keys of one hash tag are on one node of a cluster. */
export const END_ALL = `
local ended = 0
for _, name in ipairs(redis.call('zrange', KEYS[1], 0, -1)) do
  ended = ended + redis.call('del', ARGV[1] .. name)
end
redis.call('del', KEYS[1])
return ended`;

/** KEYS: lock. ARGV: owner. */
export const UNLOCK = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;
