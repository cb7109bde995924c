import type { WireReply } from '@jeongsan/http-contract';
import { TRACE_ID_HEADER } from '@jeongsan/provider-contract';
import { z } from 'zod';

const Envelope = z.object({ traceId: z.string() });

/**
 * The provider's id of an exchange: its header, or else the `traceId` of the /v2 envelope. A repeated answer (same
 * Idempotency-Key) has two ids in its header: `new, original`.
 */
export const providerTraceId = ({ headers }: WireReply, json?: unknown): string | undefined =>
  headers[TRACE_ID_HEADER] ?? Envelope.safeParse(json).data?.traceId;
