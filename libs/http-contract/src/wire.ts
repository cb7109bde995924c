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
  /** The text of the body; empty where the endpoint answers with a file. */
  body: string;
  /** The body as it arrived. Absent: whoever sent it has the text alone. */
  bytes?: Uint8Array<ArrayBuffer>;
};
export type Send = (request: WireRequest) => Promise<WireReply>;

/** A byte order mark stays, as no JSON begins with one. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The body of a reply; of a success that is a file, its bytes alone. */
export const bodyOf = (
  { endpoint: e }: WireRequest,
  status: number,
  bytes: Uint8Array<ArrayBuffer>,
): Required<Pick<WireReply, 'body' | 'bytes'>> => ({
  body: e.answerTypes && status === e.success.status ? '' : utf8.decode(bytes),
  bytes,
});
