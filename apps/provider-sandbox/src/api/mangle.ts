import type { MangleVariant } from '@jeongsan/provider-contract';
import type { World } from '../world.js';
import type { Given } from './answer.js';
import { openSealed, sealAnswer } from './sealing.js';

/** An answer that is not as it should be. What is sealed is changed within its seal, but for a token that is cut off. */
export async function mangled(world: World, given: Given, variant: MangleVariant): Promise<Given> {
  if (variant in whole) return whole[variant as keyof typeof whole](given);
  const change = texts[variant as keyof typeof texts];
  const sealed = given.contentType.startsWith('text/plain')
    ? await openSealed(given.body, world.env.SECURITY_KEYS)
    : undefined;
  if (!sealed?.sealKey) return { ...given, body: change(given.body) };
  return { ...given, body: await sealAnswer(change(sealed.text), sealed.sealKey, world.clock.now) };
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>';

/** Changes of the answer as it goes out. */
const whole = {
  html: (given: Given) => ({ ...given, contentType: 'text/html; charset=utf-8', body: HTML }),
  empty: (given: Given) => ({ ...given, body: '' }),
  /** Half of the JSON, or half of the token. */
  truncated: (given: Given) => ({ ...given, body: given.body.slice(0, Math.floor(given.body.length / 2)) }),
  'wrong-content-type': (given: Given) => ({ ...given, contentType: 'application/octet-stream' }),
} as const;

// Amounts by their names, and the value of an amount object.
const AMOUNT = /("(?:\w*[aA]mount|vat|fee|value|balance)":)(-?\d+)(?:\.0)?(?=[,}])/g;

/** Changes of the JSON that is said: what a newer version of the provider might send, and what a broken one does. */
const texts = {
  'decimal-amounts': (text: string) => text.replace(AMOUNT, '$1$2.0'),
  'text-amounts': (text: string) => text.replace(AMOUNT, '$1"$2"'),
  'unknown-status': (text: string) => text.replace(/("status":)"[A-Z_]+"/g, '$1"SOMETHING_NEW"'),
  'unknown-field': (text: string) => text.replace(/^\{/, '{"somethingNew":{"nested":[1,null]},'),
  'missing-status': (text: string) => text.replace(/"status":"[A-Z_]+",?/g, ''),
} as const;

({ ...whole, ...texts }) satisfies Record<MangleVariant, unknown>;
