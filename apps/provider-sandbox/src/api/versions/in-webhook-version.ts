import type { Merchant } from '../../merchant/merchant.js';
import { printV1, printV2 } from '../print.js';
import { inVersion } from './in-version.js';

/** A webhook's body in the merchant's version; the amounts of the v2 interface are printed again as it prints them. */
export function inWebhookVersion(text: string, { saysUsual, apiVersion }: Merchant): string {
  if (saysUsual) return text;
  const body = JSON.parse(text) as object;
  return 'entityType' in body
    ? printV2(inVersion(body, apiVersion, undefined, '/v2'))
    : printV1(inVersion(body, apiVersion, undefined, 'webhook'));
}
