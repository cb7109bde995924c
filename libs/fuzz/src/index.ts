export { Memory } from './memory.js';
export { Random } from './random.js';
export { rawSender, type RawReply } from './raw-send.js';
export { FuzzRequests, type FuzzRequest, type FuzzTarget } from './requests.js';
export { ValidValues, type JsonSchema } from './valid-value.js';
