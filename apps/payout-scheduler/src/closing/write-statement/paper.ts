import type { DocumentLanguage, StatementDetail } from '@jeongsan/platform-contract';

/** One text in each language of operators and sellers. */
export type Words = Readonly<Record<DocumentLanguage, string>>;

/** The content of a document besides its lines: one statement, or all statements of one seller in a month. */
export type Paper = Pick<
  StatementDetail,
  'sellerId' | 'businessDate' | 'period' | 'opening' | 'movements' | 'payoutAmount' | 'carried' | 'holdReason'
> &
  Pick<StatementDetail, 'debtRepaid' | 'lineCount' | 'totals' | 'payouts'> &
  Readonly<{
    title: Words;
    /** The statement's id, or the month as yyyy-MM. */
    number: string;
  }>;
