import type { Author } from '@jeongsan/audit';

/** The author of decisions in a test: a person or a key, with a credential of that name. */
export const testAuthor = (actor: Author['actor']): Author => ({ actor, credential: `test#${actor}` });
