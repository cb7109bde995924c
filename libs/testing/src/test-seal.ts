import { DataKeys, DataSeal } from '@jeongsan/jwe';

/** `DATA_KEYS` of services that specs start. */
export const TEST_DATA_KEYS = 'da'.repeat(32);

/** Seals as those services do. */
export const testSeal = new DataSeal(DataKeys.parse(TEST_DATA_KEYS));
