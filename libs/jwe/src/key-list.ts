import { z } from 'zod';

/** One configured 32-byte key. */
export const HexKey = z.string().regex(/^[0-9a-f]{64}$/i, 'is not 64 hex characters');

/** Configured 32-byte keys: hex, newest first, separated by commas. At least one; several during a rotation. */
export const HexKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.tuple([HexKey], HexKey));
