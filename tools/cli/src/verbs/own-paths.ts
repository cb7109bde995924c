/** The commands that do more than call one operation. */
export const ownPaths = [
  'api',
  'doctor',
  'login',
  'completion',
  'context list',
  'context use',
  'context show',
] as const;
export type OwnPath = (typeof ownPaths)[number];
