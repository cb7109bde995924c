/** The header that asks for ENCRYPTION: a compact JWE as text/plain, both ways (document 2 section 5). */
export const SECURITY_MODE_HEADER = 'tosspayments-api-security-mode';
export const SECURITY_MODE_ENCRYPTION = 'ENCRYPTION';
/** Test keys only: the call fails with exactly this error. */
export const TEST_CODE_HEADER = 'tosspayments-test-code';
export const TRACE_ID_HEADER = 'x-tosspayments-trace-id';
