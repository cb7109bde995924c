export { isSecretSetting, secretSettings, type SecretSetting } from './secret-settings.js';
export { FILE_SUFFIX, fromFiles, type Given } from './from-files.js';
