import type { Fault } from '../fault.js';

const kernel = 'libs/http-contract/src';
const client = 'libs/provider-client/src';

export const clientFaults: readonly Fault[] = [
  {
    id: 'client/aborted-is-nothing-happened',
    harm: 'a payment that was confirmed is taken for one that was not, because its caller went away',
    file: `${kernel}/http-send.ts`,
    find: `mayHaveLeft ? 'unknown' : 'rejected'`,
    replacement: `'rejected'`,
    spec: `${kernel}/http-send.spec.ts`,
    test: 'an abort while the server works leaves the outcome unknown',
  },
  {
    id: 'client/aborted-repetition-is-nothing-happened',
    harm: 'the first try was carried out, and its caller reads that nothing happened',
    file: `${client}/repeated.ts`,
    find: `if (isAborted(error) && attempt > 1) throw abortedCall('unknown');`,
    replacement: ``,
    spec: `${client}/call-options.spec.ts`,
    test: 'leaves the outcome unknown when an earlier try was sent',
  },
  {
    id: 'client/path-leads-elsewhere',
    harm: 'an empty or dotted key calls another operation',
    file: `${kernel}/to-wire.ts`,
    find: `['', '.', '..'].includes(part) ||`,
    replacement: ``,
    spec: `${kernel}/to-wire.spec.ts`,
    test: 'a path that leads elsewhere',
  },
  {
    id: 'client/unsigned-payout-is-read',
    harm: 'anybody can say that a payout was completed',
    file: `${client}/webhooks/verify-webhook.ts`,
    find: `if (!isSigned && isSignedEvent(eventType))`,
    replacement: `if (isSigned && !isSignedEvent(eventType))`,
    spec: `${client}/webhooks/webhooks.spec.ts`,
    test: 'without a signature',
  },
];
