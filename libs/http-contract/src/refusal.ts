/** The caller's fault, with a stable code: the edge turns it into a 4xx answer. Nothing was changed. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    /** Extra members of the answer, such as the fields that did not fit. */
    readonly extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code}: ${detail}`);
  }
}
