import { DataKeys, DataSeal } from '@jeongsan/jwe';

/** `DATA_KEYS` of services that specs start. */
export const TEST_DATA_KEYS = 'da'.repeat(32);

/** A DataSeal with the keys of those services. */
export const testSeal = new DataSeal(DataKeys.parse(TEST_DATA_KEYS));
