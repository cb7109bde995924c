import { Logger } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import type { Alarm } from './gateway.js';

/** An alarm is an error in the log and a count to alert on: any increase means that somebody must look. */
export function alarmTo(metrics: Registry): Alarm {
  const logger = new Logger('Alarm');
  const contradictions = new Counter({
    name: 'gateway_contradictions_total',
    help: 'Payments where the provider and our books say different things, and nothing was booked',
    labelNames: ['kind'],
    registers: [metrics],
  });
  return (kind, paymentKey, detail) => {
    contradictions.inc({ kind });
    logger.error(`${kind}: payment ${paymentKey}: ${detail}`);
  };
}
