import type { FileAnswerContent } from '@jeongsan/http-contract';
import { type DocumentLanguage, documentTypes, type MonthReport, type ReportFormat } from '@jeongsan/platform-contract';
import { reportCsv } from './report-csv.js';
import { reportXlsx } from './report-xlsx.js';

const writers = { csv: reportCsv, xlsx: reportXlsx } as const satisfies Record<ReportFormat, unknown>;

/** The report as a file. Both formats have the amounts of the JSON. */
export const reportDocument = (
  report: MonthReport,
  format: ReportFormat,
  lang: DocumentLanguage,
): FileAnswerContent => ({
  contentType: documentTypes[format],
  fileName: `month-report_${report.month}.${format}`,
  ...(lang === 'ko' && { localName: `월보고서_${report.month}.${format}` }),
  bytes: writers[format](report, lang),
});
