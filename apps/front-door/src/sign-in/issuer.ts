import { ServerAway } from '@jeongsan/nest-kit';
import type { Configuration } from 'openid-client';
import type { ConsoleSettings } from '../console-settings.js';
import type { Person, Tokens } from '../keep-sessions/session.js';
import { personOf } from './person-of.js';

const TIMEOUT_S = 5;

/** The secrets of one sign-in, which its browser brings back. */
export type SignInSecrets = Readonly<{ state: string; nonce: string; verifier: string }>;
export type SignedIn = Readonly<{ person: Person; tokens: Tokens }>;

type Settings = Pick<ConsoleSettings, 'origin' | 'issuer' | 'clientId' | 'clientSecret' | 'scopes' | 'resource'>;
type Library = typeof import('openid-client');

/** Thrown when the issuer refuses a refresh token: the person signed out there, or may no longer sign in. */
export class NoLongerSignedIn extends Error {
  override readonly name = 'NoLongerSignedIn';
}

/** Thrown when the issuer does not sign the person in, or its answer does not belong to this sign-in. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** The issuer of sign-ins. Methods throw ServerAway when it does not answer. */
export class Issuer {
  private known: Promise<Configuration> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly now: () => number,
  ) {}

  /** The address that asks the person. `isFresh`: even if the issuer knows the person already. */
  async signInUrl({ state, nonce, verifier }: SignInSecrets, isFresh: boolean): Promise<string> {
    const library = await openidClient();
    const url = library.buildAuthorizationUrl(await this.discovered(), {
      redirect_uri: `${this.settings.origin}/console/signed-in`,
      scope: this.settings.scopes,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
      ...(isFresh && { prompt: 'login', max_age: '0' }),
      ...this.audience(),
    });
    return url.href;
  }

  /** Exchanges the code of a callback. `path`: the callback with its query. Throws SignInRefused. */
  async redeem(path: string, { state, nonce, verifier }: SignInSecrets): Promise<SignedIn> {
    const library = await openidClient();
    const url = new URL(`${this.settings.origin}${path}`);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const answer = await library
      .authorizationCodeGrant(await this.discovered(), url, checks, this.audience())
      .catch((cause: unknown) => {
        throw isAway(cause) ? away(cause) : new SignInRefused(`The issuer's answer: ${reasonOf(cause)}`, { cause });
      });
    const id = answer.id_token ?? '';
    return { person: personOf(answer.access_token, answer.claims()), tokens: this.tokensOf(answer, { id }) };
  }

  /** New tokens for the present ones. Throws NoLongerSignedIn. */
  async renew({ person, tokens }: SignedIn): Promise<SignedIn> {
    const library = await openidClient();
    const config = await this.discovered();
    const answer = await library
      .refreshTokenGrant(config, tokens.refresh ?? '', this.audience())
      .catch((cause: unknown) => {
        if (cause instanceof library.ResponseBodyError && cause.error === 'invalid_grant')
          throw new NoLongerSignedIn('The issuer refuses the refresh token', { cause });
        throw away(cause);
      });
    const roles = personOf(answer.access_token, answer.claims()).roles;
    return { person: { ...person, roles }, tokens: this.tokensOf(answer, tokens) };
  }

  /** The issuer's page that ends its own session and comes back; undefined: it has none, or does not answer. */
  async signOutUrl(idToken: string): Promise<string | undefined> {
    const library = await openidClient();
    const config = await this.discovered().catch(() => undefined);
    if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
    const back = `${this.settings.origin}/console/signed-out`;
    return library.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: back }).href;
  }

  private tokensOf(
    answer: Readonly<{ access_token: string; refresh_token?: string; id_token?: string; expires_in?: number }>,
    before: Pick<Tokens, 'id' | 'refresh'>,
  ): Tokens {
    const refresh = answer.refresh_token ?? before.refresh;
    return {
      access: answer.access_token,
      accessEndsAt: this.now() + (answer.expires_in ?? 0) * 1_000,
      ...(refresh !== undefined && { refresh }),
      id: answer.id_token ?? before.id,
    };
  }

  private audience(): Record<string, string> {
    const { resource } = this.settings;
    return resource === undefined ? {} : { resource, audience: resource };
  }

  private discovered(): Promise<Configuration> {
    this.known ??= this.discover().catch((error: unknown) => {
      this.known = undefined;
      throw away(error);
    });
    return this.known;
  }

  private async discover(): Promise<Configuration> {
    const library = await openidClient();
    const { issuer, clientId, clientSecret } = this.settings;
    const isPlain = issuer.startsWith('http:');
    return library.discovery(new URL(issuer), clientId, undefined, clientAuthentication(library, clientSecret), {
      timeout: TIMEOUT_S,
      execute: isPlain ? [library.allowInsecureRequests] : [],
    });
  }
}

/** Imported with the first sign-in: a door without a console never loads this package. */
const openidClient = (): Promise<Library> => import('openid-client');

const away = (cause: unknown): ServerAway =>
  cause instanceof ServerAway ? cause : new ServerAway('The issuer of sign-ins does not answer', { cause });

/** The library's codes for an issuer that did not answer, or not as one. */
const AWAY = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

const isAway = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return error instanceof TypeError || error instanceof ServerAway || AWAY.has(code ?? '');
};

/** The code of the standard (`access_denied`), or of the library. Never a description: it may hold what a stranger wrote. */
function reasonOf(error: unknown): string {
  const { error: said, code, name } = error as Error & { error?: string; code?: string };
  return said !== undefined && /^[a-z_]{1,40}$/.test(said) ? said : (code ?? name);
}

/** The standard's default is Basic (OpenID Connect Core 1.0 section 9); an issuer may accept the other form only. */
function clientAuthentication(library: Library, secret: string): ReturnType<Library['ClientSecretBasic']> {
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (accepted.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
