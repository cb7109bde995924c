import type { Sandbox } from '@jeongsan/testing';

/** Faults that lose or change an answer of the provider, or perform a request twice. */
export const answerFaults = ['drop-before-commit', 'drop-after-commit', 'error', 'garbage', 'duplicate'] as const;
type Struck = Readonly<{ operation: string; kind: (typeof answerFaults)[number] }>;

/** Runs an action while the next call of an operation is struck by a fault. */
export async function withFault<T>(
  { control }: Sandbox,
  { operation, kind }: Struck,
  action: () => Promise<T>,
): Promise<T> {
  const error = kind === 'error' ? { status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' } : {};
  await control.addFault({ body: { operation, kind, times: 1, ...error } });
  try {
    return await action();
  } finally {
    await control.clearFaults({});
  }
}
