import { SignedWonNumber } from '@jeongsan/money';
import { z } from 'zod';

export const SellerKey = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, '1 to 40 letters, digits, - or _');
export const ProductKey = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, '1 to 60 letters, digits, - or _');
export const CategoryName = z.string().min(1).max(60);
/** Asia/Seoul, yyyy-MM-dd. Postgres knows no year 0000. */
export const BusinessDate = z.iso.date().refine((date) => date >= '0001-01-01', 'is before the year 1');
/** Won on our own reports: signed, since a balance can be owed either way. */
export const Won = SignedWonNumber;
/** Why somebody decided: read by auditors, so it says something. */
export const DecisionReason = z.string().trim().min(3).max(500);
