import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, encode, encrypt, split } from './compact.js';
import { JweError } from './jwe-error.js';
import { HexKeys } from './key-list.js';
import { open } from './open.js';
import { ALG, ENC } from './protected-header.js';
import { parseSecurityKey, type SecurityKey } from './security-key.js';

/** The setting `DATA_KEYS`: keys that encrypt data at rest, newest first; several while keys rotate. */
export const DataKeys = HexKeys.transform(
  ([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const,
);

type DataKey = Readonly<{ mark: string; secret: KeyObject }>;

/**
 * Encrypts personal data for the database, as a compact JWE. Tokens of one key begin with the same characters (`mark`), so that
 * SQL finds tokens of older keys.
 * Each context `of` (person and column) has its own key, derived from the data key: a token copied into another row cannot be
 * decrypted there, and no key encrypts so many texts that random IVs could repeat.
 */
export class DataSeal {
  /** The prefix of all tokens of the newest key. */
  readonly mark: string;
  private readonly newest: DataKey;
  private readonly keys: ReadonlyMap<string, DataKey>;

  constructor(private readonly given: readonly [SecurityKey, ...SecurityKey[]]) {
    const [newest, ...older] = given;
    this.newest = dataKey(newest);
    this.mark = this.newest.mark;
    this.keys = new Map([this.newest, ...older.map(dataKey)].map((key) => [key.mark, key]));
  }

  seal(of: string, plain: string | Uint8Array): string {
    return encrypt(this.mark.slice(0, -1), plain, keyFor(this.newest, of));
  }

  /** Throws JweError for every failure: not a token, an unknown key, changed bytes, or another context. */
  open(of: string, sealed: string): string {
    return this.openBytes(of, sealed).toString('utf8');
  }

  openBytes(of: string, sealed: string): Buffer {
    const key = this.keys.get(markOf(sealed));
    if (!key) throw new JweError('key', 'The text is sealed with a key that is not here');
    return decrypt(split(sealed), [keyFor(key, of)]);
  }

  /** Reads tokens of a release without key ids: their context, if any, is inside the encrypted text. */
  async openEarlier(sealed: string): Promise<string> {
    return (await open(sealed, this.given)).text;
  }
}

/** Whether a text has the form of these tokens, whatever the key. False for tokens of the earlier release. */
export const isDataSealed = (text: string): boolean => MARK.test(text);

const MARK_BEFORE_KEY = encode(Buffer.from(JSON.stringify({ alg: ALG, enc: ENC, kid: '' }))).slice(0, 48);
const MARK = new RegExp(`^${MARK_BEFORE_KEY}[\\w-]{14}\\.\\.`);

const markOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.') + 1);

// The key id: eight digits of a digest, which identify a key without revealing it.
function dataKey({ secret }: SecurityKey): DataKey {
  const kid = createHash('sha256').update('jeongsan data key id').update(secret.export()).digest('hex').slice(0, 8);
  return { mark: `${encode(Buffer.from(JSON.stringify({ alg: ALG, enc: ENC, kid })))}.`, secret };
}

const keyFor = ({ secret }: DataKey, of: string): KeyObject =>
  createSecretKey(createHmac('sha256', secret).update(of).digest());
