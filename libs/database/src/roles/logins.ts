/** The services of the platform. Each has a database role with the same name. */
export const databaseServices = [
  'payments-gateway',
  'webhook-ingestor',
  'settlement-reconciler',
  'payout-scheduler',
  'seller-onboarding',
] as const;
export type DatabaseService = (typeof databaseServices)[number];

/**
 * All database logins: the services, the migrations (owner of the schemas), and the provider's sandbox (owner of its own
 * database).
 */
export const databaseLogins = ['migrations', 'provider-sandbox', ...databaseServices] as const;
export type DatabaseLogin = (typeof databaseLogins)[number];

const NAME_CHARACTERS_MAX = 63;

/**
 * The role of a login. Roles belong to the whole server; the prefix, usually the name of the database, separates several
 * platforms on one server.
 */
export function roleOf(prefix: string, login: DatabaseLogin): string {
  const name = `${prefix}_${login.replaceAll('-', '_')}`;
  if (name.length > NAME_CHARACTERS_MAX)
    throw new RangeError(`Postgres cuts the name of role ${name} at ${NAME_CHARACTERS_MAX} characters`);
  return name;
}
