export { checkedBaseUrl } from './base-url.js';
export { compiled, encode } from './compiled.js';
export {
  decodeInput,
  encodeLine,
  encodeOutput,
  endpoint,
  lineSchema,
  NoBody,
  takesIdempotencyKey,
  type Endpoint,
  type Input,
  type Output,
  type Security,
} from './endpoint.js';
export { abortedCall, CallError, contractDrift, timedOut, tooLarge } from './call-error.js';
export type { CallOptions, ClientOptions, ReplyHead } from './call-options.js';
export {
  createClient,
  failureOf,
  noReply,
  replyOf,
  reportReply,
  traceIdOf,
  type Client,
  type Contract,
} from './client.js';
export { toWire } from './to-wire.js';
export { replyBytes, type Send, type WireReply, type WireRequest } from './wire.js';
export { FormFile, type FormFileContent } from './form-file.js';
export { fetchSend, type Fetch, type FetchSendOptions } from './fetch-send.js';
export {
  type ApiStyle,
  type Example,
  type HeaderParameter,
  type Tag,
  toOpenApi,
  type WebhookDescription,
} from './openapi.js';
export type { Descriptions } from './field-descriptions.js';
export { Instant, IntText, SeoulInstant } from './wire-values.js';
export { EVENT_STREAM, NDJSON } from './ndjson.js';
export { jsonItems, NoJsonList } from './json-items.js';
export { eachItem, eachPage, isPaged, page, pageOf, type Page } from './page.js';
export { Refusal } from './refusal.js';
export { FileAnswer, savedAs, type FileAnswerContent } from './file-answer.js';
export { BYTE_ORDER_MARK, CSV, type CsvCell, csvRow } from './csv-rows.js';
export { csvTable, csvTableOf, type CsvTable } from './csv-table.js';
export { listPartOf, type ListPart, readsResource } from './lists.js';
