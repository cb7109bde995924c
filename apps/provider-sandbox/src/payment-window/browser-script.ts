import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The stand-in of the provider's browser script. */
export const browserScript = readFileSync(join(import.meta.dirname, '../../browser/script.js'), 'utf8');

/** The paths that follow the script's host in a shop's page. Version 1 has an address for each product. */
export const browserScriptPaths = [
  '/js/v1',
  '/js/v1/payment',
  '/js/v1/payment-widget',
  '/js/v1/brandpay',
  '/js/v2',
  '/js/v2/standard',
] as const;
