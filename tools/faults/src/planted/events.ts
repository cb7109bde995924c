import type { Fault } from '../fault.js';

const outbox = { spec: 'libs/testing/src/outbox.int.spec.ts' };
const schemas = { spec: 'libs/messaging/src/event-schema.spec.ts' };

export const eventFaults: readonly Fault[] = [
  {
    id: 'events/wrong-event-stops-money',
    harm: 'a decision about money fails for ever, because of what is told of it',
    file: 'libs/database/src/outbox.ts',
    find: `data: dataOfEvent(type, data) }));`,
    replacement: `data: dataOfEvent(type, data) }));
  for (const { data } of list) for (const value of Object.values(data)) if (typeof value === 'bigint') throw new Error('wrong');`,
    ...outbox,
    test: 'a wrong event does not stop the decision',
  },
  {
    id: 'events/more-than-its-type-says',
    harm: 'a field that nobody declared, such as a name, goes out to other teams',
    file: 'libs/messaging/src/events.ts',
    find: `const fields = Object.keys(events[type].shape).filter((field) => Object.hasOwn(facts, field));`,
    replacement: `const fields = Object.keys(facts);`,
    ...outbox,
    test: 'a wrong event does not stop the decision',
  },
  {
    id: 'events/wrong-event-goes-out',
    harm: 'other teams get an event that does not fit its type',
    file: 'apps/webhook-ingestor/src/deliver-event/plan-deliveries.ts',
    find: `if (event && !isDeliverable(event.type, event.data))`,
    replacement: `if (!event && !isDeliverable('', {}))`,
    spec: 'apps/webhook-ingestor/src/deliver-event/deliver-event.int.spec.ts',
    test: 'an event that does not fit its type is told to nobody',
  },
  {
    id: 'events/number-twice',
    harm: 'a consumer takes an event for a repeat of another one, because both have the same number',
    file: 'libs/database/src/outbox.ts',
    find: `do update set last = s.last + 1`,
    replacement: `do update set last = s.last`,
    ...outbox,
    test: 'two decisions that tell of one entity at the same moment',
  },
  {
    id: 'events/state-as-bare-text',
    harm: 'a state that no table has goes out to other teams',
    file: 'libs/messaging/src/events.ts',
    find: `status: z.enum(payoutMachine.states),`,
    replacement: `status: z.string(),`,
    ...schemas,
    test: 'no state, class or reason of an event is a bare text',
  },
  {
    id: 'events/schema-closed-to-later-releases',
    harm: 'consumers that validate refuse every event to which a release adds a member',
    file: 'libs/messaging/src/event-schema.ts',
    find: `{ io: 'input' }`,
    replacement: `{ io: 'output' }`,
    ...schemas,
    test: 'a member that a later release adds',
  },
  {
    id: 'events/misfit-unseen',
    harm: 'a service stores events that do not fit their published schema, and every spec passes',
    file: 'libs/testing/src/test-database.ts',
    find: `if (misfits.length > 0) throw`,
    replacement: `if (misfits.length > 1_000) throw`,
    spec: 'libs/testing/src/events-fit.int.spec.ts',
    test: 'a spec that leaves an event which does not fit',
  },
];
