/**
 * Why a token was refused. `malformed`: not a token. `algorithm`: another cipher, or compression. `key`: changed on the way, or
 * encrypted with an unknown key. `too-large`: exceeds the limit. `header`: required members are missing or wrong.
 */
export type JweErrorCode = 'malformed' | 'algorithm' | 'key' | 'too-large' | 'header';

/** The only error that `open` throws. Has no `cause`, so that neither a key nor plain text can reach a log. */
export class JweError extends Error {
  override readonly name = 'JweError';
  constructor(
    readonly code: JweErrorCode,
    message: string,
  ) {
    super(message);
  }
}
