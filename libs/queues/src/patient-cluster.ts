import { Cluster, type ClusterNode, type ClusterOptions } from 'ioredis';

type Options = ConstructorParameters<typeof Cluster>[1] & ClusterOptions;

/**
 * A connection to a Redis Cluster whose `connect()` settles with the state of the connection: resolved when it is ready, rejected
 * when it is over. The `connect()` of ioredis settles with the first attempt alone: after an attempt during a fail-over, while the
 * cluster is down, the promise stays pending although a later attempt succeeds. Workers of BullMQ wait for that promise, and
 * would take no more jobs.
 */
export function patientCluster(hosts: readonly ClusterNode[], options: Options): Cluster {
  const cluster = new Cluster([...hosts], options);
  const connect = cluster.connect.bind(cluster);
  let ended: Promise<void> | undefined;
  cluster.connect = () => {
    ended ??= endOf(cluster).finally(() => (ended = undefined));
    ended.catch(() => undefined);
    return Promise.race([connect(), ended]);
  };
  const duplicate = (others: readonly ClusterNode[] = [], { redisOptions, ...own }: Options = {}): Cluster =>
    patientCluster(others.length > 0 ? others : hosts, {
      ...options,
      ...own,
      redisOptions: { ...options.redisOptions, ...redisOptions },
    });
  cluster.duplicate = duplicate;
  return cluster;
}

/** Settles when the connection is ready or over, whatever the attempt. */
function endOf(cluster: Cluster): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      cluster.off('ready', settle).off('end', settle);
      if (cluster.status === 'ready') resolve();
      else reject(new Error('Connection is closed.'));
    };
    cluster.on('ready', settle).on('end', settle);
  });
}
