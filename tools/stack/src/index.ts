export { unpackPackage } from './distribution-package.js';
export { serverSettings } from './postgres.js';
export { serviceAccount, type Account } from './service-account.js';
export { openSmallVolume, type SmallVolume } from './small-volume.js';
export { startServers, type Servers, type ServersOptions } from './servers.js';
export { StackBusy } from './stack-problem.js';
