export { letComeDue, setClocks } from './clock/move-clock.js';
export { serveClock } from './clock/serve-clock.js';
export { readMarket } from './market-files/read-market.js';
export { firstWeek } from './market-files/first-week.js';
export { MarketFilesInvalid } from './market-files/market-files-invalid.js';
export type { Market } from './market-files/market.js';
export { DEFAULT_MONTH, generateMarket } from './generate/generate-market.js';
export type { Month } from './generate/month.js';
export { writeMarket } from './generate/write-market.js';
export { shellBlocks, typed, type ShellBlock, type Typed } from './pages/typed-page.js';
export { entryOf } from './platform/entry.js';
export { startPlatform, type Platform, type PlatformOptions } from './platform/platform.js';
export {
  appEnv,
  appNames,
  doorEnv,
  serviceNames,
  type AppName,
  type EnvInput,
  type ServiceName,
} from './platform/app-env.js';
export { connectClients, type Clients } from './platform/clients.js';
export { makeKeys, type PlatformKeys } from './platform/keys.js';
export { operatorToken, type Operator } from './platform/operators.js';
export { openPlatformDatabases, openSandboxDatabase, type PlatformDatabases } from './platform/platform-databases.js';
export { openPlatformClock } from './platform/platform-clock-hand.js';
export { writeShellFile } from './platform/shell-file.js';
export { patientSend } from './platform/patient-send.js';
export { clockStartOf, playMarket, type Played, type PlayOptions, type Step } from './play/play-market.js';
export { registrationOf } from './play/place-order.js';
export { NotQuiet, waitUntilQuiet } from './play/quiet.js';
export { collectFacts } from './report/collect-facts.js';
export type { Facts } from './report/facts.js';
export { prove, type Equation, type Proof } from './report/prove.js';
export { renderReport } from './report/render-report.js';
export { reportJson } from './report/report-json.js';
export { areProven, readSignedNights } from './report/signed-nights.js';
export { summarise, type Summary } from './report/summary.js';
