export { parseSecurityKey, type SecurityKey } from './security-key.js';
export { JweError, type JweErrorCode } from './jwe-error.js';
export { seal, type SealOptions } from './seal.js';
export { open, type Opened, type OpenOptions } from './open.js';
export { signWebhook, verifyWebhook } from './webhook-signature.js';
export { HexKey, HexKeys } from './key-list.js';
export { DataKeys, DataSeal, isDataSealed } from './data-seal.js';
