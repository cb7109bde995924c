/** An error that the caller caused, with a stable code: answered with a 4xx status. Nothing was changed. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    /** Extra members of the answer, for example the invalid fields. */
    readonly extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code}: ${detail}`);
  }
}
