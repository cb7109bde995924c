import type { Page } from 'playwright-core';

/** The windows of the two people that a decision needs. */
export type Pair = Readonly<{ operator: Page; approver: Page }>;
