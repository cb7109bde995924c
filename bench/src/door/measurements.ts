import type { Measurement } from '../harness/measurement.js';
import { doorOverhead } from './door-overhead.js';

export const doorMeasurements: readonly Measurement[] = [
  {
    name: 'door-overhead',
    title: 'the same read at the gateway and through the front door, one at a time, and many at once through the door',
    run: doorOverhead,
  },
];
