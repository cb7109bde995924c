import type { Fault } from '../fault.js';

const spec = 'libs/testing/src/observability/observability.spec.ts';

export const metricFaults: readonly Fault[] = [
  {
    id: 'metrics/a-metric-is-renamed',
    harm: 'the alert of a payout without an outcome asks for a metric that nobody shows, and never fires',
    file: 'libs/nest-kit/src/metrics/metric-table.ts',
    find: `  payout_unknown_oldest_seconds:    {`,
    replacement: `  payout_unknown_age_seconds:       {`,
    spec,
    test: 'every alert and every panel asks for metrics of the table',
  },
  {
    id: 'metrics/public-at-the-door',
    harm: 'anybody reads how much money the market holds',
    file: 'apps/front-door/src/app.module.ts',
    find: `metricsOnOwnPort: true,`,
    replacement: `metricsOnOwnPort: false,`,
    spec: 'apps/front-door/src/front-door.int.spec.ts',
    test: 'metrics are not served at the address that strangers reach',
  },
];
