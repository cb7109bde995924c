export { startApp, type App, type AppOptions } from './app-process.js';
export { freePort } from './ports.js';
export { startServers, type Servers, type ServersOptions } from './servers.js';
export { onShutdown, shutdown, type StopOrder } from './shutdown.js';
export { StackBusy, StackProblem } from './stack-problem.js';
export { allOrNothing, Undo } from './undo.js';
