export {
  jobNames,
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
