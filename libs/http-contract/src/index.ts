export { compiled, encode } from './compiled.js';
export {
  decodeInput,
  encodeLine,
  encodeOutput,
  endpoint,
  lineSchema,
  NoBody,
  type Endpoint,
  type Input,
  type Output,
  type Security,
} from './endpoint.js';
export { abortedCall, CallError } from './call-error.js';
export {
  createClient,
  replyOf,
  traceIdOf,
  type CallOptions,
  type Client,
  type ClientOptions,
  type Contract,
  type ReplyHead,
  type Send,
  type WireReply,
  type WireRequest,
} from './client.js';
export { FormFile, type FormFileContent } from './form-file.js';
export { httpSend, type HttpSendOptions } from './http-send.js';
export { toOpenApi, type ApiStyle, type HeaderParameter, type WebhookDescription } from './openapi.js';
export { Instant, IntText, SeoulInstant } from './wire-values.js';
export { NDJSON } from './ndjson.js';
export { page, pageOf, type Page } from './page.js';
export { Refusal } from './refusal.js';
export { FileAnswer, savedAs, type FileAnswerContent } from './file-answer.js';
