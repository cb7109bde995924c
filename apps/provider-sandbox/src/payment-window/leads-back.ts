import { type ProviderErrorCode, providerErrors } from '@jeongsan/provider-contract';

/** The shop's addresses that a window leads back to. */
export type ReturnUrls = Readonly<{ successUrl: string; failUrl: string }>;

/** The shop's address with the answer of the window as query parameters; parameters that the shop put there stay. */
export function backTo(address: string, answer: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
}

/** The address for a window that the buyer closed, or that could not go on. */
export const backToFail = (
  { failUrl }: ReturnUrls,
  code: ProviderErrorCode,
  more: Record<string, string> = {},
): string => backTo(failUrl, { code, message: providerErrors[code].ko, ...more });
