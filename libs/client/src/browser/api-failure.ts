/** Members of problem+json besides its code and detail, for example `fields` or `reasons`. */
export type ProblemMembers = Readonly<Record<string, unknown>>;

type Told = Readonly<{
  /** `rejected`: nothing happened. `unknown`: the server may have acted, so repeat with the same key, or read first. */
  kind: 'rejected' | 'unknown';
  /** The HTTP status; 0: no reply arrived. */
  status: number;
  code: string;
  detail: string;
  traceId?: string | undefined;
  members?: ProblemMembers;
  /** The key that the failed POST was sent with. */
  idempotencyKey?: string | undefined;
}>;

/** Thrown by a call that did not succeed. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly kind: Told['kind'];
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly traceId: string | undefined;
  readonly members: ProblemMembers;
  readonly idempotencyKey: string | undefined;

  constructor(told: Told, options?: ErrorOptions) {
    super(`${told.kind}: ${told.code} (HTTP ${told.status})`, options);
    this.kind = told.kind;
    this.status = told.status;
    this.code = told.code;
    this.detail = told.detail;
    this.traceId = told.traceId;
    this.members = told.members ?? {};
    this.idempotencyKey = told.idempotencyKey;
  }
}

/** The failure of a call that ended without a reply. */
export const noReply = (cause: unknown, idempotencyKey?: string): ApiFailure =>
  new ApiFailure({ kind: 'unknown', status: 0, code: 'NO_REPLY', detail: '', idempotencyKey }, { cause });

/** The failure that a reply tells. `errors`: the codes with which the operation says that nothing happened. */
export async function failureOf(
  reply: Response,
  errors: readonly string[],
  idempotencyKey?: string,
): Promise<ApiFailure> {
  const { code, detail, ...members } = await problemOf(reply);
  const said = typeof code === 'string' ? code : 'NO_CODE';
  const isRefusal = reply.status >= 400 && reply.status < 500 && reply.status !== 429;
  return new ApiFailure({
    kind: isRefusal && errors.includes(said) ? 'rejected' : 'unknown',
    status: reply.status,
    code: said,
    detail: typeof detail === 'string' ? detail : '',
    traceId: reply.headers.get('x-trace-id') ?? undefined,
    members,
    idempotencyKey,
  });
}

async function problemOf(reply: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await reply.json();
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}
