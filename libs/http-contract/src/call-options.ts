import type { z } from 'zod';
import type { Endpoint } from './endpoint.js';
import type { WireReply } from './wire.js';

export type CallOptions = {
  idempotencyKey?: string;
  /** The customer whose token authorises the call. Used by endpoints with bearer security only. */
  accessToken?: string;
  /** Each replaces the client's header of the same name, in any case. */
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds for one exchange. Default: the time of the operation. */
  timeoutMs?: number;
  /** Ends the call with a CallError ABORTED: `rejected` before a byte was sent, `unknown` afterwards. */
  signal?: AbortSignal;
  /** Receives the head of the reply, also of one without a body, before the call ends. Errors thrown here are dropped. */
  onReply?: (reply: ReplyHead) => void;
  /** `replyOf` then returns the bytes behind the answer, or behind the CallError. */
  keepsReply?: boolean;
};
/** A reply without its body. */
export type ReplyHead = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  traceId: string | undefined;
}>;

export type ClientOptions = Readonly<{
  /**
   * Error codes that leave the outcome unknown although their HTTP status is 4xx: the server is busy, or does not know the
   * outcome itself.
   */
  temporary?: readonly string[];
  /** Headers of every call. */
  headers?: Readonly<Record<string, string>>;
  /** Finds the server's id of an exchange. Default: replies have none. */
  traceIdOf?: (reply: WireReply, json: unknown) => string | undefined;
  /** Sees the JSON of each success before its schema does. Must not throw. */
  onJson?: (e: Endpoint, json: unknown) => void;
  /** Changes the JSON of an answer before its schema reads the JSON. */
  readJson?: (schema: z.ZodType, json: unknown) => unknown;
  /** Changes the JSON of a request that its schema has written. */
  writeJson?: (schema: z.ZodType, json: unknown) => unknown;
}>;
