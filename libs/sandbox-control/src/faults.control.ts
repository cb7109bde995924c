import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { control, Done } from './control-endpoint.js';

/** What can happen to a call, and the time of its effect: `before-commit` it has none. */
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
  /** The answer waits until that of another call went out, five seconds at most. */
  'reorder',
  /** The answer comes byte by byte, `delayMs` apart. */
  'drip',
] as const;
export type CallFaultKind = (typeof callFaultKinds)[number];

/**
 * What can happen to a webhook. `drop`: it is never sent. `delay`: it is sent `delayMs` of the sandbox's time later. `reorder`: after
 * the one that follows. `forge`: a signed one carries a stranger's signature.
 */
export const webhookFaultKinds = ['drop', 'delay', 'duplicate', 'reorder', 'forge'] as const;
export type WebhookFaultKind = (typeof webhookFaultKinds)[number];

export const mangleVariants = [
  'html',
  'empty',
  /** Half of the JSON, or half of the token of a sealed answer. */
  'truncated',
  'wrong-content-type',
  /** 5000.0 */
  'decimal-amounts',
  /** "5000" */
  'text-amounts',
  'unknown-status',
  'unknown-field',
  'missing-status',
  /** The first item of a list is not shown, or those that `omits` names: a listing that lags behind, or loses. */
  'missing-items',
  /** The items of a list come in the opposite order. */
  'reordered-items',
  /** A list promises more and does not say where. */
  'no-cursor',
  /** A list promises more at the place it was asked for; its first page at its own end. */
  'stuck-cursor',
  /** The next page of a list is its first one again. */
  'repeated-page',
  /** An error does not say which item it is about. */
  'unnamed-item',
  /** An error is about a reference that nobody sent. */
  'foreign-item',
] as const;
export type MangleVariant = (typeof mangleVariants)[number];

export const faultKinds = [...new Set([...callFaultKinds, ...webhookFaultKinds])];

export const Fault = z.object({
  /** An operation of the provider's contract by name, * for all of them, or `webhooks`. */
  operation: z.string().max(60),
  kind: z.enum(faultKinds),
  /** How many calls it strikes before it is spent. */
  times: z.int().min(1).max(1_000_000),
  /** Calls let through first. */
  after: z.int().min(0).optional(),
  /** Only calls whose address or (opened) body has this text, such as a refPayoutId; of webhooks: their event type and body. */
  contains: z.string().min(1).max(200).optional(),
  /** Strikes by chance, in the same places for the same seed. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  /** For `error`: the status and the code of the answer. The status of a mangled answer, too. */
  status: z.int().min(400).max(599).optional(),
  code: z.string().max(100).optional(),
  /** An `error` may have one too: it is then the error that is changed, such as into a gateway's page. */
  variant: z.enum(mangleVariants).optional(),
  /** For `missing-items` and the lists that lie about their pages: texts of the items that are not shown, such as refPayoutIds. */
  omits: z.array(z.string().min(1).max(200)).max(1_000).optional(),
  /** Answers with Retry-After, in seconds. */
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
});
/** A fault as it is ordered. */
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
