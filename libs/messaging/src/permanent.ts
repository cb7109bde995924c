/**
 * Thrown by a job when a retry cannot help: the job dies, and a person must look. The message is stored, so it may name ids but
 * no personal data.
 */
export class Permanent extends Error {
  override name = 'Permanent';
}
