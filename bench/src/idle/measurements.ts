import type { Measurement } from '../harness/measurement.js';
import { idleMemory } from './idle-memory.js';

export const idleMeasurements: readonly Measurement[] = [
  {
    name: 'idle-memory',
    title: 'the memory of each process of a platform without work, with the settings of the image',
    run: idleMemory,
  },
];
