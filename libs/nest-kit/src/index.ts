export {
  baseEnv,
  EnvironmentError,
  json,
  parseEnv,
  settings,
  type ApiKey,
  type BaseEnv,
  type JsonWebKeySet,
} from './env.js';
export { mayDo, roles, roleScopes, scopes, type Role, type Scope } from './roles.js';
export { withAttachedMonths } from './attached-months.js';
export { isPerson, isSystem, keyActor, personActor, systemActors, type Actor } from './actor.js';
export {
  assertMayActAlone,
  assertMayAsk,
  assertMayDecide,
  assertMayRelease,
  decisionCodes,
  limitOf,
  type ApprovalRules,
  type DecisionKind,
  type PendingDecision,
} from './approval.js';
export { approvalEnv, approvalRules, wonSetting } from './approval-env.js';
export { type Caller, type KitRequest } from './caller.js';
export { Clock, systemTime } from './clock.js';
export { endpointOf, Open } from './endpoint-marks.js';
export { type SellerSession, SellerSessions } from './seller-sessions.js';
export { SharedReads } from './shared-reads.js';
export { type NdjsonLine } from './ndjson-lines.js';
export { type Call, type Handlers, servedBy, Serves } from './serves.js';
export { toProblem, type Problem } from './problem.js';
export { ProblemFilter } from './problem.filter.js';
export { isServerAway, logTextOf, OutageLog, RETRY_AFTER_SECONDS, ServerAway } from './server-away.js';
export { AccessGuard } from './access.guard.js';
export { type AccessEnv, Callers, isValidKey, keySeenAt } from './callers.js';
export { idOfRequest, IdempotencyStore, type IdempotencyVerdict, type IdempotentRequest } from './idempotency.js';
export {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
  type MetricOwner,
  metricTable,
} from './metrics/metric-table.js';
export { type CounterOf, Metrics, type Sample } from './metrics/metrics.js';
export { by, one, type Read, type Reading, reading, READINGS } from './metrics/reading.js';
export { NotReady, READINESS, type Readiness } from './readiness.js';
export { bootstrap, createApp, PATH_PARAMETER_CHARACTERS_MAX } from './bootstrap.js';
export type { KitOptions } from './kit-options.js';
export { answerBrokenBytes, unreadable } from './unreadable.js';
export { addToStory, beginStory, type StoryIds, type StoryOf, storyOf } from './story.js';
export { isTracing, traceIdOf } from './trace-id.js';
export {
  bold,
  type Cell,
  dateCell,
  header,
  letter,
  plain,
  rowXml,
  SHEET_END,
  type Sheet,
  sheetStart,
  sumCell,
  workbook,
  workbookParts,
} from './workbook.js';
export { archive, archiveLimits } from './zip-archive.js';
