import { Logger } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import type { Alarm } from './gateway.js';

/**
 * An alarm is an error in the log and one more in a counter. Alert on any increase of the counter: each is a case for a
 * person.
 */
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
