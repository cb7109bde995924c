/**
 * Thrown by a call that did not succeed.
 * `rejected`: nothing happened: the server refused with a code that the contract lists, or nothing was sent (status 0).
 * `unknown`: the server may have acted (time-out, 5xx, 429, unlisted or temporary code, unreadable reply): find out before
 * deciding.
 */
export class CallError extends Error {
  override name = 'CallError';
  /** The server's id of the exchange, for questions to its operator. Undefined: no reply arrived, or the reply named none. */
  readonly traceId: string | undefined;

  constructor(
    readonly outcome: 'rejected' | 'unknown',
    /** The HTTP status of the reply; 0: no reply. */
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    { traceId, ...options }: ErrorOptions & { traceId?: string | undefined } = {},
  ) {
    // A detail of the server may name a person, and messages go into logs; details without a reply are the client's own.
    super(`${outcome}: ${code} (${status === 0 ? detail : `HTTP ${status}`})`, options);
    this.traceId = traceId;
  }
}

/** The error of a call whose reply is a success that its contract does not know. */
export const contractDrift = (status: number, options?: ErrorOptions & { traceId?: string | undefined }): CallError =>
  new CallError('unknown', status, 'CONTRACT_DRIFT', 'The reply does not fit the contract', options);

/** The error of a call whose signal was aborted: `rejected` as long as no byte was sent, `unknown` afterwards. */
export const abortedCall = (outcome: CallError['outcome']): CallError =>
  new CallError(
    outcome,
    0,
    'ABORTED',
    outcome === 'rejected' ? 'Aborted before anything was sent' : 'Aborted after the request may have been sent',
  );

/** The cause of a call without a reply in time. */
export const timedOut = (ms: number): Error =>
  Object.assign(new Error(`No reply within ${ms} ms`), { code: 'ETIMEDOUT' });

/** The cause of a call whose reply had more bytes than its Send reads. */
export const tooLarge = (): Error => new Error('The reply is too large');
