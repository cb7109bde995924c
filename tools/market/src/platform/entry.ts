import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppName } from './app-env.js';

/** The folder of this clone. */
export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The built file that Node runs for the issuer of sign-ins. */
export const issuerEntry = join(repository, 'tools', 'local-issuer', 'dist', 'main.js');

/** The built file that Node runs for an app. */
export const entryOf = (app: AppName | 'front-door'): string =>
  join(repository, 'apps', app, 'dist', 'bundle', 'main.js');
