/** The header of encrypted requests: request and answer are a compact JWE as text/plain (document 2 section 5). */
export const SECURITY_MODE_HEADER = 'tosspayments-api-security-mode';
export const SECURITY_MODE_ENCRYPTION = 'ENCRYPTION';
/** Header for test keys only: the call fails with the named error. */
export const TEST_CODE_HEADER = 'tosspayments-test-code';
export const TRACE_ID_HEADER = 'x-tosspayments-trace-id';
/** An Idempotency-Key has at most so many characters. */
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 300;
