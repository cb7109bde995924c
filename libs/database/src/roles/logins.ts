/** The services of the platform: each has a database role of its own, named after it. */
export const databaseServices = [
  'payments-gateway',
  'webhook-ingestor',
  'settlement-reconciler',
  'payout-scheduler',
  'seller-onboarding',
] as const;
export type DatabaseService = (typeof databaseServices)[number];

/** Whoever logs in: a service, the migrations (owner of the schemas), or the provider's sandbox (owner of its own database). */
export const databaseLogins = ['migrations', 'provider-sandbox', ...databaseServices] as const;
export type DatabaseLogin = (typeof databaseLogins)[number];

const NAME_CHARACTERS_MAX = 63;

/** The role of a login. Roles belong to the whole server: the prefix, usually the database's name, keeps two platforms apart. */
export function roleOf(prefix: string, login: DatabaseLogin): string {
  const name = `${prefix}_${login.replaceAll('-', '_')}`;
  if (name.length > NAME_CHARACTERS_MAX)
    throw new RangeError(`Postgres cuts the name of role ${name} at ${NAME_CHARACTERS_MAX} characters`);
  return name;
}
