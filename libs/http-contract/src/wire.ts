import type { Endpoint } from './endpoint.js';

/** Sends bytes and returns bytes. Encryption, authentication, retries and logging are wrappers of a Send. */
export type WireRequest = {
  endpoint: Endpoint;
  method: Endpoint['method'];
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The body: text, or bytes for a multipart form. */
  body?: string | Uint8Array;
  timeoutMs: number;
  /** A Send ends the exchange when this is aborted, with `abortedCall`. */
  signal?: AbortSignal;
};
export type WireReply = { status: number; headers: Readonly<Record<string, string>>; body: string };
export type Send = (request: WireRequest) => Promise<WireReply>;
