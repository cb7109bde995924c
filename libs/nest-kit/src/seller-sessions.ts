import { createHash } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import type { JWTPayload } from 'jose';
import { z } from 'zod';

const ALGORITHM = 'HS256';
const AUDIENCE = 'seller-page';
/** The token's own type: no token of another purpose passes for a link, even one signed with the same key. */
const TYPE = 'seller-page+jwt';
const LIFETIME_SECONDS_MAX = 60 * 60;
/** How far the clocks of two processes may be apart. */
const CLOCK_TOLERANCE_S = 30;

const Claims = z.object({
  sub: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  name: z.string().optional(),
  iat: z.number().int(),
  exp: z.number().int(),
});

/** Whose page a link opens, and until when. `displayName`: the name that the market gave with the link; null: none. */
export type SellerSession = Readonly<{ sellerId: string; displayName: string | null; expiresAt: Date }>;

/**
 * Signs and verifies the tokens of links to the seller page. Nothing is stored: whoever has the token sees the page of its seller
 * until it ends. `keys`: hex, newest first; the first signs, all verify, so a key that is taken out ends every link that it signed.
 */
export class SellerSessions {
  private readonly keys: readonly Readonly<{ id: string; bytes: Uint8Array }>[];

  /** `now`: the real time; the clock of a rehearsal does not apply to links. */
  constructor(
    keys: readonly string[],
    private readonly now: () => Date = () => new Date(),
  ) {
    this.keys = keys.map((key) => ({ id: keyId(key), bytes: Buffer.from(key, 'hex') }));
  }

  /** A token for a seller's page that ends after `minutes`. */
  async issue(
    { sellerId, displayName }: Omit<SellerSession, 'expiresAt'>,
    minutes: number,
  ): Promise<Readonly<{ token: string; expiresAt: Date }>> {
    const { SignJWT } = await import('jose');
    const [newest] = this.keys;
    if (!newest) throw new Error('No key signs links to the seller page');
    const iat = Math.floor(this.now().getTime() / 1_000);
    const exp = iat + minutes * 60;
    const token = await new SignJWT({ ...(displayName !== null && { name: displayName }) })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: newest.id })
      .setAudience(AUDIENCE)
      .setSubject(sellerId)
      .setIssuedAt(iat)
      .setExpirationTime(exp)
      .sign(newest.bytes);
    return { token, expiresAt: new Date(exp * 1_000) };
  }

  /** Throws Refusal 401 SELLER_SESSION_INVALID for every token that does not open a page now, without the reason. */
  async verify(token: string): Promise<SellerSession> {
    const { success, data } = Claims.safeParse(await this.claimsOf(token));
    if (!success || !isShort(data, this.now())) throw sessionInvalid();
    return { sellerId: data.sub, displayName: data.name ?? null, expiresAt: new Date(data.exp * 1_000) };
  }

  private async claimsOf(token: string): Promise<JWTPayload | undefined> {
    const { jwtVerify } = await import('jose');
    const keyOf = ({ kid }: { kid?: string }): Uint8Array => {
      const key = this.keys.find(({ id }) => id === kid);
      if (!key) throw new Error('The key is not known here');
      return key.bytes;
    };
    const rules = {
      audience: AUDIENCE,
      typ: TYPE,
      algorithms: [ALGORITHM],
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: this.now(),
    };
    return jwtVerify(token, keyOf, rules).then(
      ({ payload }) => payload,
      () => undefined,
    );
  }
}

/** Names a key in the tokens that it signed, without revealing it. */
const keyId = (key: string): string => createHash('sha256').update(`seller-page/${key}`).digest('hex').slice(0, 16);

const isShort = ({ iat, exp }: z.output<typeof Claims>, now: Date): boolean =>
  exp - iat <= LIFETIME_SECONDS_MAX && iat <= now.getTime() / 1_000 + CLOCK_TOLERANCE_S;

export const sessionInvalid = (): Refusal =>
  new Refusal(401, 'SELLER_SESSION_INVALID', 'The link has ended or is not valid: the market makes a new one');
