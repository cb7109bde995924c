// Runs what APP names: a service, or a job on its database. Another name stops the container with a sentence instead of a stack trace.
const service = (name) => `../apps/${name}/dist/bundle/main.js`;
const programs = {
  'payments-gateway': service('payments-gateway'),
  'webhook-ingestor': service('webhook-ingestor'),
  'settlement-reconciler': service('settlement-reconciler'),
  'payout-scheduler': service('payout-scheduler'),
  'seller-onboarding': service('seller-onboarding'),
  'front-door': service('front-door'),
  'provider-sandbox': service('provider-sandbox'),
  'set-up-database': '../libs/database/dist/set-up-database.main.js',
  migrate: '../libs/database/dist/migrate.main.js',
};
const program = Object.hasOwn(programs, process.env.APP ?? '') ? programs[process.env.APP] : undefined;
if (program === undefined) {
  console.error(`APP must be one of ${Object.keys(programs).join(', ')}`);
  process.exit(2);
}
await import(program);
