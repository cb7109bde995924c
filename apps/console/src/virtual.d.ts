declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';

declare module 'virtual:operations' {
  import type { JeongsanContract, OperationTable } from '@jeongsan/client/browser';
  import type { operationsContract, Service } from '@jeongsan/platform-contract';

  export const operations: OperationTable<JeongsanContract>;
  export const serviceOperations: OperationTable<typeof operationsContract>;
  export const serviceNames: readonly Service[];
}

declare module 'virtual:seller-operations' {
  import type { OperationTable } from '@jeongsan/client/browser';
  import type { sellerPageContract } from '@jeongsan/platform-contract';

  export const operations: OperationTable<typeof sellerPageContract>;
}

declare module 'virtual:refusals' {
  import type { ApiCode } from '@jeongsan/platform-contract';

  /** The meaning of each code in English. */
  export const meanings: Readonly<Record<ApiCode, string>>;
}
