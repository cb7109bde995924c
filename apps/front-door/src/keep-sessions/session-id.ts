import { hash, randomBytes } from 'node:crypto';

const ID_BYTES = 32;
const WELL_FORMED = /^[\w-]{43}$/;

/** The secret of a browser's session: 256 random bits. Only the browser keeps it. */
export const newSessionId = (): string => randomBytes(ID_BYTES).toString('base64url');

export const isSessionId = (text: string): boolean => WELL_FORMED.test(text);

/** The name of a session in Redis, from which the id cannot be computed. */
export const sessionNameOf = (id: string): string => hash('sha256', id, 'base64url');
