/** Whether a caller's accept-language asks for English; the default is Korean. */
export const wantsEnglish = (language: string | undefined): boolean =>
  language?.toLowerCase().startsWith('en-us') ?? false;
