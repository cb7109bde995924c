import { jobs, Permanent, type JobName } from '@jeongsan/messaging';

/** A newer release wrote this job, and one of its workers must do it: it is tried again until one takes it, and never done or dead. */
export class LeftToNewer extends Error {
  override name = 'LeftToNewer';
}

export type ReadJob = Readonly<{ name: JobName; data: Readonly<Record<string, string>> }>;

/**
 * A job as this release knows it. Throws LeftToNewer for a name that it does not know, and for data with a field that it does not know:
 * to leave the field out may be to do something else. Throws Permanent for data that no release can have written.
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
