import type { Merchant } from '../../merchant/merchant.js';
import { printV1, printV2 } from '../print.js';
import { inVersion } from './in-version.js';

/**
 * Converts a webhook's body into the merchant's API version. Amounts of the v2 interface are printed in that
 * interface's format again.
 */
export function inWebhookVersion(text: string, { saysUsual, apiVersion }: Merchant): string {
  if (saysUsual) return text;
  const body = JSON.parse(text) as object;
  return 'entityType' in body
    ? printV2(inVersion(body, apiVersion, undefined, '/v2'))
    : printV1(inVersion(body, apiVersion, undefined, 'webhook'));
}
