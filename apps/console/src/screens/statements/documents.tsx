import type { WireFile } from '@jeongsan/client/browser';
import type { DocumentFormat } from '@jeongsan/platform-contract';
import { DownloadButton } from '../../blocks/download-button.js';
import { useLanguage } from '../../texts/language.js';

type Shown = Readonly<{
  operation: 'getStatementDocument' | 'getMonthlyDocument';
  name: string;
  file: (format: DocumentFormat, lang: 'ko' | 'en') => Promise<WireFile>;
}>;
const formats: readonly DocumentFormat[] = ['pdf', 'xlsx', 'csv'];

/** The files of a statement, in the language of the page. */
export function Documents({ operation, name, file }: Shown) {
  const { language } = useLanguage();
  return formats.map((format) => (
    <DownloadButton
      key={format}
      operation={operation}
      label={format.toUpperCase()}
      fileName={`${name}.${format}`}
      file={() => file(format, language)}
    />
  ));
}
