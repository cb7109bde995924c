export { ApiFailure, type ProblemMembers } from './api-failure.js';
export {
  type BrowserClient,
  type BrowserClientOptions,
  createBrowserClient,
  type WireParts,
} from './browser-client.js';
export type { AnswerKind, OperationRow, OperationTable } from './operation-row.js';
export type {
  BrowserCallOptions,
  PagedName,
  WireCall,
  WireCalls,
  WireFile,
  WireInput,
  WireOutput,
} from './wire-types.js';
export type { JeongsanContract } from '../contract.js';
