/**
 * One thing a process needs before it should get work. `check` throws when it is missing; what it returns is shown under
 * `details.<name>` of /health/ready, so it must not hold secrets.
 */
export type Readiness = Readonly<{ name: string; check: () => Promise<Readonly<Record<string, unknown>>> }>;

/** Provider token: any module may provide a list of Readiness under it; /health/ready asks all of them. */
export const READINESS = Symbol('readiness');
