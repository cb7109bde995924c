export { adoptFolder } from './children-file.js';
export { startApp, type App, type AppOptions } from './app-process.js';
export { adopt, type Child } from './child.js';
export { cleanEnvironment, searchPath, wholeEnvironment } from './env.js';
export { startInstalled, type InstalledOptions, type InstalledProgram } from './installed-program.js';
export { openLog, type LogFile } from './log-file.js';
export { MachineProblem } from './machine-problem.js';
export { patiently } from './patiently.js';
export { freePort, givenPort, usualPort } from './ports.js';
export { startGroup, type ProcessGroup } from './process-group.js';
export {
  commandLine,
  end,
  isRunning,
  processesIn,
  signal,
  startedAt,
  waitUntilGone,
  type ProcessKind,
} from './processes.js';
export { findProgram, run } from './programs.js';
export { onShutdown, shutdown, type StopOrder } from './shutdown.js';
export { Supervisor } from './supervisor.js';
export { allOrNothing, Undo } from './undo.js';
export { withUsage } from './with-usage.js';
