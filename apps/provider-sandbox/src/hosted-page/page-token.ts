import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomText } from '../ids.js';

const NONCE_CHARACTERS = 22;

/** Tokens in the pages' forms: a form is accepted only from a page that was served, and each page once. */
export class PageTokens {
  private readonly key: Buffer;

  /** The key is derived from a secret, so that served pages stay valid after a restart. */
  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('forms of hosted pages').digest();
  }

  issue(path: string): string {
    const nonce = randomText(NONCE_CHARACTERS);
    return `${nonce}.${this.mac(path, nonce).toString('base64url')}`;
  }

  /** The unique part of the token issued for a page; undefined if the token was not issued for this path. */
  nonceOf(path: string, token: string): string | undefined {
    const [nonce = '', mac = ''] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    const expected = this.mac(path, nonce);
    return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : undefined;
  }

  private mac = (path: string, nonce: string): Buffer =>
    createHmac('sha256', this.key).update(`${path}\n${nonce}`).digest();
}
