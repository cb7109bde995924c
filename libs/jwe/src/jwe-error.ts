/**
 * Why a token was refused: `malformed` is no readable token, `algorithm` asks for another cipher or compression, `key`
 * was changed on the way or sealed with a key we do not hold, `too-large` exceeds the limit, `header` has members we must refuse.
 */
export type JweErrorCode = 'malformed' | 'algorithm' | 'key' | 'too-large' | 'header';

/** The only error of `open`. It names no cause on purpose: neither secret nor plaintext may reach a log through it. */
export class JweError extends Error {
  override readonly name = 'JweError';
  constructor(
    readonly code: JweErrorCode,
    message: string,
  ) {
    super(message);
  }
}
