export {
  jobNames,
  jobsRunBy,
  queueOwners,
  type QueueOwner,
  jobs,
  queueNames,
  type Handlers,
  type JobData,
  type JobName,
  type JobsOf,
  type QueueName,
} from './jobs.js';
export {
  dataOfEvent,
  EventEnvelope,
  eventNames,
  events,
  isDeliverable,
  type EventData,
  type EventName,
  type SubscribableEvent,
  subscribableEvents,
} from './events.js';
export { Permanent } from './permanent.js';
export {
  breakCodes,
  pauseCauses,
  payoutFailureClasses,
  payoutSchedules,
  runLimits,
  severities,
  unallocatedReasons,
  type BreakClass,
  type PauseCause,
  type PayoutFailureClass,
  type RunLimit,
  type Severity,
} from './event-values.js';
export { eventNotes } from './event-notes.js';
export { bodyOf, eventSchema, exampleOf } from './event-schema.js';
