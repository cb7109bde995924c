import { parseSecurityKey } from '@jeongsan/jwe';
import { baseEnv } from '@jeongsan/nest-kit';
import { API_VERSION_USUAL, type ApiVersion, apiVersions, WEBHOOK_TIMEOUT_MS } from '@jeongsan/provider-contract';
import { AnswerVariants, taxTypes } from '@jeongsan/sandbox-control';
import { hash } from 'node:crypto';
import { z } from 'zod';

const isWidgetKey = (secretKey: string): boolean => /^(test|live)_gsk_/.test(secretKey);

/** `ak` is the form of older samples. */
const SECRET_KEY = /^(test|live)_(g?sk|ak)_\w{4,80}(@.*)?$/;

/** The digest by which secret keys are compared. */
export const keyDigest = (secretKey: string): Buffer => hash('sha256', secretKey, 'buffer');

const list = <S extends z.ZodType<unknown, string>>(item: S) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1));

/** A secret key with an optional API version: `test_sk_...@2022-06-08`. */
const ApiKey = z
  .string()
  .regex(SECRET_KEY, 'is not a secret key such as test_sk_...')
  .transform((text) => text.split('@', 2))
  .pipe(
    z
      .tuple([z.string()], z.enum(apiVersions, 'is not an API version of the provider'))
      .transform(([secretKey, version]) => ({ secretKey, version })),
  )
  .refine(
    ({ secretKey, version }) => version === undefined || !isWidgetKey(secretKey) || version === API_VERSION_USUAL,
    `is a widget key, whose version is always ${API_VERSION_USUAL}`,
  )
  .transform(({ secretKey, version }) => apiKeyOf(secretKey, version));
export type ApiKey = Readonly<{ secretKey: string; digest: Buffer; version: ApiVersion | undefined }>;

/** A secret key with the digest that requests are compared with. A widget key's version is always the usual one. */
export const apiKeyOf = (secretKey: string, version?: ApiVersion): ApiKey => ({
  secretKey,
  digest: keyDigest(secretKey),
  version: isWidgetKey(secretKey) ? API_VERSION_USUAL : version,
});

/** The environment variables of the sandbox. Keys have no defaults, because a published key protects nothing. */
export const Env = baseEnv.extend({
  // The platform's own API keys are not used: the sandbox checks its callers like the provider does.
  API_KEYS: baseEnv.shape.API_KEYS.default([]),
  DATABASE_URL: z.url(),
  /** Secret keys of the merchant's API, comma separated; two are valid while one is being replaced. */
  SECRET_KEYS: list(ApiKey),
  /** Security keys of ENCRYPTION, 64 hex characters each, comma separated, newest first. */
  SECURITY_KEYS: list(
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'is not 64 hex characters')
      .transform(parseSecurityKey),
  ),
  M_ID: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,14}$/)
    .default('jeongsan'),
  /** Whether /control is served. */
  CONTROL_ENABLED: z.stringbool().default(true),
  /** The address of the pages behind payment links; unset: this machine's own address. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The API version of keys that name none; /control/settings can set another. */
  API_VERSION: z.enum(apiVersions).default(API_VERSION_USUAL),
  /** How the merchant's goods are taxed: decides about `taxFreeAmount`; /control/settings can set another. */
  TAX_TYPE: z.enum(taxTypes).default('MIXED'),
  /** The documented variants that answers and webhooks are given in, comma separated; /control/settings can set others. */
  ANSWER_VARIANTS: z
    .string()
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(AnswerVariants)
    .default([]),
  /** Milliseconds a webhook's receiver may take to answer; the provider waits ten seconds. */
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(1).default(WEBHOOK_TIMEOUT_MS),
  /** Hosts, besides this machine's own names and addresses, at which a browser may open /control. Comma separated. */
  CONTROL_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
    .default([]),
  /** Accept webhook targets on this machine. The provider itself refuses them. */
  WEBHOOK_LOCAL: z.stringbool().default(true),
});
export type Env = z.output<typeof Env>;
