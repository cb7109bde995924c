import { jobs, Permanent, type JobName } from '@jeongsan/messaging';

/**
 * Thrown for a job of a newer release: the job is retried until a worker of that release takes it, and is marked neither done
 * nor dead.
 */
export class LeftToNewer extends Error {
  override name = 'LeftToNewer';
}

export type ReadJob = Readonly<{ name: JobName; data: Readonly<Record<string, string>> }>;

/**
 * Decodes a job. Throws LeftToNewer for an unknown name, and for data with an unknown member, since ignoring the member may
 * change the job's meaning. Throws Permanent for data that no release can have written.
 */
export function readJob(name: string, data: unknown): ReadJob {
  if (!isKnown(name)) throw new LeftToNewer(`Job ${name} is not known to this release`);
  const { data: schema } = jobs[name];
  const unknown = Object.keys(Object(data) as object).filter((field) => !(field in schema.shape));
  if (unknown.length > 0)
    throw new LeftToNewer(`Job ${name} has fields that this release does not know: ${unknown.join()}`);
  const read = schema.safeParse(data);
  if (!read.success) throw new Permanent(`The data of job ${name} does not fit its schema`);
  return { name, data: read.data };
}

const isKnown = (name: string): name is JobName => Object.hasOwn(jobs, name);
