import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, encode, encrypt, split } from './compact.js';
import { JweError } from './jwe-error.js';
import { HexKeys } from './key-list.js';
import { open } from './open.js';
import { ALG, ENC } from './protected-header.js';
import { parseSecurityKey, type SecurityKey } from './security-key.js';

/** `DATA_KEYS`: what seals at rest, newest first, so that keys can rotate. */
export const DataKeys = HexKeys.transform(
  ([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const,
);

type DataKey = Readonly<{ mark: string; secret: KeyObject }>;

/**
 * Seals what the database keeps of people: a compact JWE that begins with the same characters for one key (`mark`), so that SQL can
 * tell what an older key sealed. Each `of` (whose, which column) has a key of its own, derived from the data key: a sealed text that
 * is copied into another row does not open there, and no key ever encrypts enough for its random ivs to meet.
 */
export class DataSeal {
  /** How everything begins that the newest key sealed. */
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

  /** Every failure is a JweError: not a sealed text, sealed with a key we do not hold, changed, or of something else. */
  open(of: string, sealed: string): string {
    return this.openBytes(of, sealed).toString('utf8');
  }

  openBytes(of: string, sealed: string): Buffer {
    const key = this.keys.get(markOf(sealed));
    if (!key) throw new JweError('key', 'The text is sealed with a key that is not here');
    return decrypt(split(sealed), [keyFor(key, of)]);
  }

  /** What a release sealed that knew no key ids: whose it is stands inside, if anywhere. */
  async openEarlier(sealed: string): Promise<string> {
    return (await open(sealed, this.given)).text;
  }
}

/** Whether a text is of this form, whichever key sealed it. What an earlier release stored is not. */
export const isDataSealed = (text: string): boolean => MARK.test(text);

const MARK_BEFORE_KEY = encode(Buffer.from(JSON.stringify({ alg: ALG, enc: ENC, kid: '' }))).slice(0, 48);
const MARK = new RegExp(`^${MARK_BEFORE_KEY}[\\w-]{14}\\.\\.`);

const markOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.') + 1);

// The id is eight digits of a digest: it tells keys apart and gives none away.
function dataKey({ secret }: SecurityKey): DataKey {
  const kid = createHash('sha256').update('jeongsan data key id').update(secret.export()).digest('hex').slice(0, 8);
  return { mark: `${encode(Buffer.from(JSON.stringify({ alg: ALG, enc: ENC, kid })))}.`, secret };
}

const keyFor = ({ secret }: DataKey, of: string): KeyObject =>
  createSecretKey(createHmac('sha256', secret).update(of).digest());
