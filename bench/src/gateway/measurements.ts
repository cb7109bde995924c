import type { Measurement } from '../harness/measurement.js';
import { overhead } from './overhead.js';

export const gatewayMeasurements: readonly Measurement[] = [
  {
    name: 'gateway-overhead',
    title:
      'the same calls at the provider and at the gateway, one at a time: a read that passes through, and a confirm',
    run: overhead,
  },
];
