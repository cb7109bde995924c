export {
  createJeongsanClient,
  type JeongsanClient,
  type JeongsanClientOptions,
  type OperationInput,
  type OperationName,
  type OperationOutput,
} from './jeongsan-client.js';
export type { CallOptions } from './operations.js';
export type { Credential } from './authorized.js';
export { idempotencyKeyOf } from './calls.js';
export {
  type VerifiedWebhook,
  verifyWebhook,
  type VerifyWebhookOptions,
  type WebhookHeaders,
  type WebhookRefusalCode,
} from './webhooks/verify-webhook.js';
export type { JeongsanEvent, UnknownJeongsanEvent } from './webhooks/events.js';
// For programs outside of this repository: what they need besides the client itself.
export { CallError, type Fetch, type ReplyHead, traceIdOf } from '@jeongsan/http-contract';
export type { EventName, SubscribableEvent } from '@jeongsan/messaging';
export type { RefusalCode } from '@jeongsan/platform-contract';
