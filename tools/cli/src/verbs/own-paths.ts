/** The commands that do more than call one operation. */
export const ownPaths = [
  'api',
  'doctor',
  'login',
  'completion',
  'run watch',
  'break sheet preview',
  'break sheet apply',
  'webhooks redeliver',
  'webhooks listen',
  'context list',
  'context use',
  'context show',
  'clock show',
  'clock advance',
] as const;
export type OwnPath = (typeof ownPaths)[number];
