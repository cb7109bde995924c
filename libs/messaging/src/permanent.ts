/** A job that trying again cannot help: a person must look. Its message is stored, so it names ids and no personal data. */
export class Permanent extends Error {
  override name = 'Permanent';
}
