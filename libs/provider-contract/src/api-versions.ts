/** The provider's API versions, oldest first. Each API key has a version; a request cannot select one. */
export const apiVersions = [
  '1.0',
  '1.1',
  '1.2',
  '1.3',
  '1.4',
  '2022-06-08',
  '2022-07-27',
  '2022-11-16',
  '2024-06-01',
] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** The version of most API keys, and the version that widget keys are fixed to. */
export const API_VERSION_USUAL = '2022-11-16' satisfies ApiVersion;

export const isBefore = (version: ApiVersion, other: ApiVersion): boolean =>
  apiVersions.indexOf(version) < apiVersions.indexOf(other);
