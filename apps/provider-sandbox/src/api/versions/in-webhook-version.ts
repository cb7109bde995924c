import type { Merchant } from '../../merchant/merchant.js';
import { printV1, printV2 } from '../print.js';
import { objectsInVariants, textInVariants } from '../variants/in-variants.js';
import { inVersion } from './in-version.js';

/**
 * Converts a webhook's body into the merchant's API version and variants of answers. Amounts of the v2 interface are
 * printed in that interface's format again.
 */
export function inWebhookVersion(text: string, { saysUsual, apiVersion, answerVariants }: Merchant): string {
  if (saysUsual) return text;
  const body = JSON.parse(text) as object;
  const isV2 = 'entityType' in body;
  const versioned = inVersion(body, apiVersion, undefined, isV2 ? '/v2' : 'webhook');
  const wire = objectsInVariants(versioned, answerVariants);
  return textInVariants(isV2 ? printV2(wire) : printV1(wire), answerVariants);
}
