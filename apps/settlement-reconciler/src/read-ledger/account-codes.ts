import { chart } from '@jeongsan/ledger';

type Of = Readonly<{ account?: string | undefined; sellerId?: string | undefined }>;

/** The codes of one account, or of every account of a seller. */
export const codesOf = ({ account, sellerId = '' }: Of): string[] =>
  account === undefined
    ? [chart.sellerPending, chart.sellerPayable, chart.sellerReserved, chart.sellerReserve, chart.sellerDebt].map(
        (of) => of(sellerId).code,
      )
    : [account];
