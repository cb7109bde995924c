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
  readonly body: string;
  /** The body as it arrived. Absent: whoever sent it has the text alone. */
  bytes?: Uint8Array<ArrayBuffer>;
};
export type Send = (request: WireRequest) => Promise<WireReply>;

const fromUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const toUtf8 = new TextEncoder();

/** A byte order mark stays, as no JSON begins with one. */
export const utf8Text = (bytes: Uint8Array): string => fromUtf8.decode(bytes);

/** The body as it arrived; of a reply whose sender has the text alone, its text in UTF-8. */
export const replyBytes = ({ bytes, body }: Readonly<Pick<WireReply, 'bytes' | 'body'>>): Uint8Array =>
  bytes ?? toUtf8.encode(body);

/** A reply as it arrived. Its text is decoded at each reading: kept, it would take two or three times the memory of its bytes. */
export const replyWith = (
  { endpoint: e }: WireRequest,
  { status, headers }: Pick<WireReply, 'status' | 'headers'>,
  bytes: Uint8Array<ArrayBuffer>,
): WireReply => ({
  status,
  headers,
  bytes,
  get body() {
    return e.answerTypes && status === e.success.status ? '' : utf8Text(bytes);
  },
});
