// Runs the service that APP names. A name that is no service stops the container with a sentence instead of a stack trace.
const services = [
  'payments-gateway',
  'webhook-ingestor',
  'settlement-reconciler',
  'payout-scheduler',
  'seller-onboarding',
  'provider-sandbox',
];
const app = process.env.APP ?? '';
if (!services.includes(app)) {
  console.error(`APP must be one of ${services.join(', ')}`);
  process.exit(2);
}
await import(`../apps/${app}/dist/main.js`);
