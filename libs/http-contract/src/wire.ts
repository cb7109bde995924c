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
export type WireReply = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The bytes of a file, where the endpoint answers with one; `body` is then empty. */
  bytes?: Uint8Array<ArrayBuffer>;
};
export type Send = (request: WireRequest) => Promise<WireReply>;

/** A byte order mark stays, as no JSON begins with one. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The body of a reply: bytes of a success that is a file, else text. */
export const bodyOf = (
  { endpoint: e }: WireRequest,
  status: number,
  bytes: Uint8Array<ArrayBuffer>,
): Pick<WireReply, 'body' | 'bytes'> =>
  e.answerTypes && status === e.success.status ? { body: '', bytes } : { body: utf8.decode(bytes) };
