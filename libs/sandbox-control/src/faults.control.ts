import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { control, Done } from './control-endpoint.js';

/** Faults of a call, by the moment of their effect. `before-commit`: the call has no effect. */
export const callFaultKinds = [
  'delay',
  'drop-before-commit',
  'drop-after-commit',
  'error',
  'garbage',
  /** The answer is changed as `variant` says. */
  'mangle',
  /** The request is performed twice; the caller gets the second answer. */
  'duplicate',
  /** The answer waits until the answer of another call was sent, at most five seconds. */
  'reorder',
  /** The answer is sent byte by byte, with pauses of `delayMs`. */
  'drip',
] as const;
export type CallFaultKind = (typeof callFaultKinds)[number];

/**
 * Faults of a webhook. `drop`: never sent. `delay`: sent `delayMs` of sandbox time later. `reorder`: sent after the next
 * webhook. `forge`: sent with the signature of a wrong key.
 */
export const webhookFaultKinds = ['drop', 'delay', 'duplicate', 'reorder', 'forge'] as const;
export type WebhookFaultKind = (typeof webhookFaultKinds)[number];

export const mangleVariants = [
  'html',
  'empty',
  /** The answer breaks off after half of its JSON, or half of its token when encrypted. */
  'truncated',
  'wrong-content-type',
  /** The answer has amounts written as 5000.0. */
  'decimal-amounts',
  /** The answer has amounts as text, "5000". */
  'text-amounts',
  'unknown-status',
  'unknown-field',
  'missing-status',
  /** The first item of a list is missing, or the items named by `omits`: a listing that lags behind, or loses items. */
  'missing-items',
  /** The items of a list are in reverse order. */
  'reordered-items',
  /** A list has more pages but no cursor. */
  'no-cursor',
  /** A list states that it has more pages, with its own cursor again; the first page with its own last item. */
  'stuck-cursor',
  /** The next page of a list is its first page again. */
  'repeated-page',
  /** An error does not name the item that it concerns. */
  'unnamed-item',
  /** An error names a reference that was not in the request. */
  'foreign-item',
] as const;
export type MangleVariant = (typeof mangleVariants)[number];

export const faultKinds = [...new Set([...callFaultKinds, ...webhookFaultKinds])];

export const Fault = z.object({
  /** An operation of the provider's contract by name, * for all of them, or `webhooks`. */
  operation: z.string().max(60),
  kind: z.enum(faultKinds),
  /** The number of calls that this fault strikes. */
  times: z.int().min(1).max(1_000_000),
  /** The number of matching calls that pass first. */
  after: z.int().min(0).optional(),
  /**
   * Strikes only calls whose path or (decrypted) body contains this text, such as a refPayoutId; for webhooks: event type and
   * body.
   */
  contains: z.string().min(1).max(200).optional(),
  /** The probability of a strike; the same seed strikes the same calls. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  /** For `error`: status and code of the answer; default: the status of the code, or 500. For a mangled answer: its status. */
  status: z.int().min(400).max(599).optional(),
  code: z.string().max(100).optional(),
  /** May be combined with `error`: then the error answer is changed, for example into a proxy's HTML page. */
  variant: z.enum(mangleVariants).optional(),
  /** For `missing-items` and the faults of list pages: texts of the items to leave out, such as refPayoutIds. */
  omits: z.array(z.string().min(1).max(200)).max(1_000).optional(),
  /** Adds a Retry-After header, in seconds. */
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
});
/** The request that orders a fault. */
export type FaultOrder = z.output<typeof Fault>;
export const ActiveFault = Fault.extend({ id: z.string(), struck: z.int() });

export const faultControl = {
  addFault: endpoint({
    ...control,
    method: 'POST',
    path: '/control/faults',
    summary: 'Switch a fault on.',
    body: Fault,
    success: { status: 201, body: Done.extend({ id: z.string() }) },
  }),
  listFaults: endpoint({
    ...control,
    method: 'GET',
    path: '/control/faults',
    summary: 'The faults that are on, oldest first.',
    success: { status: 200, body: z.object({ items: z.array(ActiveFault) }) },
  }),
  removeFault: endpoint({
    ...control,
    method: 'DELETE',
    path: '/control/faults/{id}',
    summary: 'Switch one fault off.',
    params: z.object({ id: z.string().max(60) }),
    success: { status: 200, body: Done },
  }),
  clearFaults: endpoint({
    ...control,
    method: 'DELETE',
    path: '/control/faults',
    summary: 'Switch all faults off.',
    success: { status: 200, body: Done },
  }),
} as const;
