import { Cluster, type ClusterNode, type ClusterOptions, type Redis, type RedisOptions } from 'ioredis';

type Options = ConstructorParameters<typeof Cluster>[1] & ClusterOptions;

/**
 * A connection, and its duplicates, whose `connect()` settles with the state of the connection: resolved when it is ready,
 * rejected when it is over. The `connect()` of ioredis settles with the first attempt alone, although further attempts follow.
 * Workers of BullMQ wait for that promise once: those of a service that started while Redis was away would take no jobs, ever.
 */
export function patientRedis(redis: Redis): Redis {
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override?: Partial<RedisOptions>) => patientRedis(duplicate(override));
  return connectingPatiently(redis);
}

/**
 * The same for a Redis Cluster, whose `connect()` also stays pending for ever after an attempt during a fail-over, while the
 * cluster is down.
 */
export function patientCluster(hosts: readonly ClusterNode[], options: Options): Cluster {
  const cluster = connectingPatiently(new Cluster([...hosts], options));
  const duplicate = (others: readonly ClusterNode[] = [], { redisOptions, ...own }: Options = {}): Cluster =>
    patientCluster(others.length > 0 ? others : hosts, {
      ...options,
      ...own,
      redisOptions: { ...options.redisOptions, ...redisOptions },
    });
  cluster.duplicate = duplicate;
  return cluster;
}

function connectingPatiently<R extends Redis | Cluster>(redis: R): R {
  const connect = redis.connect.bind(redis);
  let ended: Promise<void> | undefined;
  redis.connect = () => {
    if (redis.status === 'ready') return connect();
    ended ??= endOf(redis).finally(() => (ended = undefined));
    const settled = ended;
    settled.catch(() => undefined);
    return Promise.race([connect().catch(() => settled), settled]);
  };
  return redis;
}

/** Settles when the connection is ready or over, whatever the attempt. */
function endOf(redis: Redis | Cluster): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      redis.off('ready', settle).off('end', settle);
      if (redis.status === 'ready') resolve();
      else reject(new Error('Connection is closed.'));
    };
    redis.on('ready', settle).on('end', settle);
  });
}
