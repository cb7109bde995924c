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

declare module 'virtual:refusals' {
  import type { ApiCode } from '@jeongsan/platform-contract';

  /** The meaning of each code in English. */
  export const meanings: Readonly<Record<ApiCode, string>>;
}

declare module 'virtual:reasons' {
  import type { MovementKind, ReasonCode } from '@jeongsan/settlement';

  type Sentence = readonly [en: string, ko: string];
  /** Why money is not with its seller, for operators. */
  export const reasonWords: Readonly<Record<ReasonCode, Sentence>>;
  /** Why a line of a statement is there, for operators. */
  export const movementWords: Readonly<Record<MovementKind, Sentence>>;
}

declare module 'virtual:break-classes' {
  import type { BreakClass, counterAccounts as accounts, ResolutionWay } from '@jeongsan/platform-contract';

  /** The ways in which a person may settle a break of a class. */
  export const waysOf: Readonly<Record<BreakClass, readonly ResolutionWay[]>>;
  export const counterAccounts: typeof accounts;
}
