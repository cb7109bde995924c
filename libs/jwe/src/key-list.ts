import { z } from 'zod';

const HexKey = z.string().regex(/^[0-9a-f]{64}$/i, 'is not 64 hex characters');

/** Keys of 32 bytes as configuration has them: hex, newest first, separated by commas while one replaces another. At least one. */
export const HexKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.tuple([HexKey], HexKey));
