import { z } from 'zod';

/** The body of every error of our own API (RFC 9457). */
export const Problem = z
  .looseObject({
    type: z.literal('about:blank'),
    title: z.string().describe('The words of the HTTP status'),
    status: z.int(),
    detail: z.string().describe('The facts of this refusal: subject, fact, consequence'),
    code: z.string().describe('Stable: programs decide by the code'),
    message: z.string().describe('The same text as `detail`, for programs written for errors of the provider'),
    instance: z.string().optional().describe('The trace id of the request'),
  })
  .meta({
    id: 'Problem',
    description: 'Further members name the facts of the code, for example `fields` of INVALID_REQUEST',
  });
