import { CallError, idempotencyKeyOf } from '@jeongsan/client';
import { z } from 'zod';

// prettier-ignore
/** The exit codes of every command. */
export const exits = {
  done:    0,
  fault:   1, // something broke, and nothing can have changed
  usage:   2, // wrong arguments or settings: nothing was sent
  refused: 3, // a rule of the API said no: nothing happened
  signIn:  4, // no key, a key that is not known, or a key that may not do this
  unknown: 5, // it may have happened: repeat with the same Idempotency-Key, or look
  failed:  6, // a check was made, and failed
} as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** Ends a command with an exit code, a code and a message. */
export class Problem extends Error {
  override name = 'Problem';
  constructor(
    readonly exit: Exit,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const usageProblem = (message: string, code = 'USAGE'): Problem => new Problem(exits.usage, code, message);

/** What is printed about a failure. */
export type Fault = Readonly<{
  exit: Exit;
  code: string;
  message: string;
  outcome?: 'rejected' | 'unknown';
  status?: number;
  traceId?: string;
  idempotencyKey?: string;
  /** Wrong arguments, flags and members of --data. */
  fields?: readonly Readonly<{ name: string; message: string }>[];
}>;

/** `changes`: whether the command could have changed something. */
export function faultOf(error: unknown, changes: boolean): Fault {
  if (error instanceof Problem) {
    const { exit, code, message } = error;
    return { exit, code, message, ...('fields' in error && { fields: error.fields as Fault['fields'] & object }) };
  }
  if (error instanceof CallError) return faultOfCall(error, changes);
  if (error instanceof z.ZodError)
    return { exit: exits.usage, code: 'INVALID_INPUT', message: z.prettifyError(error).replaceAll(/\s*\n\s*/g, ' ') };
  return { exit: exits.fault, code: 'FAULT', message: error instanceof Error ? error.message : String(error) };
}

function faultOfCall(error: CallError, changes: boolean): Fault {
  const { outcome, status, code, detail, traceId } = error;
  const idempotencyKey = changes && outcome === 'unknown' ? idempotencyKeyOf(error) : undefined;
  return {
    exit: exitOf(error, changes),
    code,
    message: detail || error.message,
    outcome,
    ...(status > 0 && { status }),
    ...(traceId !== undefined && { traceId }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

/** The code of the system's fault at the end of the causes; of several, the last one. */
export function networkCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const inner = error instanceof AggregateError ? (error.errors.at(-1) as unknown) : error.cause;
  return networkCodeOf(inner) ?? ('syscall' in error && 'code' in error ? String(error.code) : undefined);
}

const NOT_SIGNED_IN = /^(UNAUTHENTICATED|FORBIDDEN|NO_CREDENTIAL|(\w+_)?REAUTHENTICATION_REQUIRED)$/;

function exitOf({ outcome, status, code }: CallError, changes: boolean): Exit {
  if (status === 401 || NOT_SIGNED_IN.test(code)) return exits.signIn;
  // A call that only reads has changed nothing, whatever became of it.
  if (outcome === 'unknown') return changes ? exits.unknown : exits.fault;
  return status === 0 ? exits.usage : exits.refused;
}
