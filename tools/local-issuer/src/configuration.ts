import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { errorPage, signedOutPage, signOutPage } from './pages.js';
import { personOf } from './people.js';
import type { Settings } from './env.js';

const DAY_S = 24 * 3_600;
const MINUTES_10_S = 600;
const SCOPE = 'openid profile offline_access';
/** The one resource of access tokens. Its tokens name the audience of the services, which need not be a URI as this must. */
const RESOURCE = 'urn:jeongsan:api';

/** What oidc-provider is told: one client (the console), the people, and access tokens in the form that the services verify. */
export function configurationOf(settings: Settings): Configuration {
  const { consoleOrigin, clientId, clientSecret, signingKey, tokenSeconds } = settings;
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${consoleOrigin}/console/signed-in`],
        post_logout_redirect_uris: [`${consoleOrigin}/console/signed-out`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        id_token_signed_response_alg: 'EdDSA',
      },
    ],
    jwks: { keys: [{ ...signingKey, kty: 'OKP', kid: 'local', use: 'sig', alg: 'EdDSA' }] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: { keys: [clientSecret] },
    claims: { openid: ['sub', 'auth_time'], profile: ['name', 'roles'] },
    conformIdTokenClaims: false,
    scopes: SCOPE.split(' '),
    pkce: { required: () => true },
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: 60,
      IdToken: MINUTES_10_S,
      Interaction: MINUTES_10_S,
      Session: DAY_S,
      Grant: DAY_S,
      RefreshToken: DAY_S,
    },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    findAccount: (_, subject) => accountOf(subject),
    loadExistingGrant: grantEverything,
    extraTokenClaims: (context, token) => claimsOf(context, token),
    formats: {
      customizers: {
        jwt: (_, __, parts) => {
          // The name that tokens of the shell have, too: services accept one issuer, and this address has another port at each start.
          parts.payload = { ...parts.payload, iss: settings.tokenIssuer };
        },
      },
    },
    features: featuresOf(settings),
    renderError: (context, { error }) => {
      context.type = 'html';
      context.body = errorPage(error);
    },
  };
}

const featuresOf = ({ audience, tokenSeconds }: Settings): Configuration['features'] => ({
  devInteractions: { enabled: false },
  revocation: { enabled: true },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (context, form) => void (context.body = signOutPage(form)),
    postLogoutSuccessSource: (context) => void (context.body = signedOutPage()),
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => RESOURCE,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: SCOPE,
      audience,
      accessTokenTTL: tokenSeconds,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'EdDSA', kid: 'local' } },
    }),
  },
});

function accountOf(subject: string) {
  const person = personOf(subject);
  if (!person) return undefined;
  const name = `${person.korean[0]} ${person.english[0]}`;
  return { accountId: subject, claims: () => ({ sub: subject, name, roles: [...person.roles] }) };
}

/** The console asks for nothing that a person would have to allow. */
async function grantEverything(context: KoaContextWithOIDC) {
  const { session, client, provider } = context.oidc;
  const kept = client && session?.grantIdFor(client.clientId);
  if (kept) return provider.Grant.find(kept);
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(RESOURCE, SCOPE);
  await grant.save();
  return grant;
}

/** The claims by which services know a person (RFC 9068): the roles, and when the person signed in. */
function claimsOf({ oidc }: KoaContextWithOIDC, token: object): Record<string, unknown> {
  const subject = 'accountId' in token ? String(token.accountId) : '';
  const source = oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken;
  return { roles: [...(personOf(subject)?.roles ?? [])], auth_time: source?.authTime };
}
