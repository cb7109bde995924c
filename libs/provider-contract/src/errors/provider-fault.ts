/** One error of the provider: HTTP status, and its message in Korean and (under Accept-Language: en-US) in English. */
export type ProviderFault = Readonly<{ status: number; ko: string; en: string }>;
