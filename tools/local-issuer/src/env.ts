/** The settings of this process, from its environment. */
export type Settings = Readonly<{
  port: number;
  /** The origin of the console: sign-ins return there, and nowhere else. */
  consoleOrigin: string;
  clientId: string;
  clientSecret: string;
  /** The `aud` and the `iss` of access tokens: what the services accept. */
  audience: string;
  tokenIssuer: string;
  tokenSeconds: number;
  /** Signs all tokens: a private Ed25519 key as a JSON Web Key. */
  signingKey: Readonly<Record<string, string>>;
}>;

const TOKEN_SECONDS = 300;

/** Reads the settings. Throws when one is missing, and in production: anyone can sign in here as anyone. */
export function settingsIn(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  if (env['NODE_ENV'] === 'production')
    throw new Error('The local issuer asks for no password: it is refused with NODE_ENV=production');
  const given = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name}: is missing`);
    return value;
  };
  return {
    port: Number(given('PORT')),
    consoleOrigin: given('CONSOLE_ORIGIN'),
    clientId: given('CONSOLE_CLIENT_ID'),
    clientSecret: given('CONSOLE_CLIENT_SECRET'),
    audience: given('OPERATOR_AUDIENCE'),
    tokenIssuer: given('OPERATOR_ISSUER'),
    tokenSeconds: Number(env['TOKEN_SECONDS'] ?? TOKEN_SECONDS),
    signingKey: JSON.parse(given('OPERATOR_KEY')) as Record<string, string>,
  };
}
