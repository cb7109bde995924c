import { Logger } from '@nestjs/common';
import type { Metrics } from '@jeongsan/nest-kit';
import { type Alarm, alarmKinds } from './gateway.js';

/**
 * An alarm is an error in the log and one more in a counter. Alert on any increase of the counter: each is a case for a
 * person.
 */
export function alarmTo(metrics: Metrics): Alarm {
  const logger = new Logger('Alarm');
  const contradictions = metrics.counter('gateway_contradictions_total');
  // From 0: the first one after a start must be an increase.
  for (const kind of alarmKinds) contradictions.inc({ kind }, 0);
  return (kind, paymentKey, detail) => {
    contradictions.inc({ kind });
    logger.error(`${kind}: payment ${paymentKey}: ${detail}`);
  };
}
