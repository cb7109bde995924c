import type { Metrics } from '@jeongsan/nest-kit';

const BUCKETS_S = [0.05, 0.25, 1, 5, 15, 60];

/** The outcome of a request by the status of its answer: what a person would look for. */
function outcomeOf(status: number | undefined): string {
  if (status === undefined) return 'no-answer';
  if (status === 429) return 'busy';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'answered';
}

/** Counts and times the requests of a process to the provider. `operation`: method and path, with parameters by name. */
export function providerCalls(
  metrics: Metrics,
): (exchange: Readonly<{ operation: string; status: number | undefined; ms: number }>) => void {
  const duration = metrics.histogram('provider_call_duration_seconds', BUCKETS_S);
  return ({ operation, status, ms }) => duration.observe({ operation, outcome: outcomeOf(status) }, ms / 1_000);
}
