import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { z } from 'zod';
import { patientCluster } from './patient-redis.js';

/** The address of Redis: one server, a primary named by sentinels, or a cluster. All connections answer the same commands. */
export type AnyRedis = Redis | Cluster;

/** Connection options that depend on the use: publishing or working. */
type Manner = Pick<RedisOptions, 'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest'>;
type Credentials = Pick<RedisOptions, 'username' | 'password'>;
type Host = Readonly<{ host: string; port: number }>;
type Several = Readonly<{ hosts: readonly Host[]; isTls: boolean; credentials: Credentials }>;
type RedisAddress =
  | Readonly<{ kind: 'one'; url: string }>
  | (Several & Readonly<{ kind: 'sentinel'; primary: string; sentinelPassword: string | undefined }>)
  | (Several & Readonly<{ kind: 'cluster' }>);

const RECONNECT_CAP_MS = 2_000;
const CONNECT_TIMEOUT_MS = 10_000;
const SEVERAL =
  /^(rediss?)\+(sentinel|cluster):\/\/(?:([^:@/]*):([^@/]*)@)?([^@/?]+)(?:\/([\w.-]+))?(?:\?sentinel_password=([^&]+))?$/;

const backOff = (times: number): number => Math.min(RECONNECT_CAP_MS, times * 100);

/** The hosts of an address without credentials, for messages. */
export function hostsOf(address: string): string {
  const parsed = parse(address);
  if (parsed?.kind === 'one') return new URL(parsed.url).host;
  return parsed?.hosts.map(({ host, port }) => `${host}:${port}`).join(', ') ?? 'nowhere';
}

function parse(address: string): RedisAddress | undefined {
  if (/^rediss?:\/\//.test(address))
    return URL.canParse(address) && new URL(address).hostname ? { kind: 'one', url: address } : undefined;
  const [, scheme, kind, user, password, list = '', primary, sentinelPassword] = SEVERAL.exec(address) ?? [];
  const hosts = list.split(',').flatMap(hostIn);
  if (scheme === undefined || hosts.length < list.split(',').length) return undefined;
  const several: Several = {
    hosts,
    isTls: scheme === 'rediss',
    credentials: {
      ...(user && { username: decodeURIComponent(user) }),
      ...(password && { password: decodeURIComponent(password) }),
    },
  };
  if (kind === 'cluster') return primary || sentinelPassword ? undefined : { kind, ...several };
  if (!primary) return undefined;
  return {
    kind: 'sentinel',
    primary,
    sentinelPassword: sentinelPassword && decodeURIComponent(sentinelPassword),
    ...several,
  };
}

function hostIn(text: string): Host[] {
  const address = `redis://${text}`;
  const { hostname, port } = URL.canParse(address) ? new URL(address) : { hostname: '', port: '' };
  return hostname && port ? [{ host: hostname, port: Number(port) }] : [];
}

/**
 * The form of the setting REDIS_URL: `redis://host:6379`, `redis+sentinel://user:password@h1:26379,h2:26379/primary` or
 * `redis+cluster://h1:7000,h2:7000`.
 */
export const RedisUrl = z
  .string()
  .refine(
    (text) => parse(text) !== undefined,
    'is no address such as redis://host:6379, redis+sentinel://host:26379/primary or redis+cluster://host:7000',
  );

/** Creates a connection without opening it. */
export function redisAt(address: string, { enableOfflineQueue = true, ...manner }: Manner): AnyRedis {
  const parsed = parse(address);
  if (parsed === undefined) throw new Error('This is no address of a Redis');
  const each = { ...manner, connectTimeout: CONNECT_TIMEOUT_MS };
  const whole = { enableOfflineQueue, lazyConnect: true };
  if (parsed.kind === 'one') return new Redis(parsed.url, { ...each, ...whole, retryStrategy: backOff });
  const secured = { ...each, ...parsed.credentials, ...(parsed.isTls && { tls: {} }) };
  if (parsed.kind === 'cluster') {
    return patientCluster(parsed.hosts, { ...whole, redisOptions: secured, clusterRetryStrategy: backOff });
  }
  return new Redis({
    ...secured,
    ...whole,
    retryStrategy: backOff,
    sentinels: [...parsed.hosts],
    name: parsed.primary,
    ...(parsed.sentinelPassword && { sentinelPassword: parsed.sentinelPassword }),
    enableTLSForSentinelMode: parsed.isTls,
    sentinelRetryStrategy: backOff,
    // A demoted primary refuses writes: reconnect, to the primary that the sentinels now name.
    reconnectOnError: ({ message }: Error) => (message.startsWith('READONLY') ? 2 : false),
  });
}

/**
 * Connections to all servers that hold data: the primaries of a cluster, or the one server. A command without a key reaches
 * only the server it is sent to.
 */
export const serversOf = (redis: AnyRedis): Redis[] => (redis instanceof Cluster ? redis.nodes('master') : [redis]);
