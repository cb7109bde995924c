/**
 * How the provider's documents describe a value. `max`: characters; `words`: the whole list of allowed texts; `form`: an instant
 * with offset, a time without offset, or a date. `hidden`: the documents name the value and do not show its form.
 */
export type Published = Readonly<
  (
    | { kind: 'text'; max?: number; words?: readonly string[]; form?: keyof typeof forms }
    | { kind: 'number' | 'integer' | 'boolean' | 'map' | 'hidden' }
    | { kind: 'list'; of: Published }
    | { kind: 'object'; name: string; members: Members }
  ) & {
    /** The value may be null. */
    isNullable?: true;
    /** The member is present "in some responses". */
    isSometimes?: true;
  }
>;
export type Members = Readonly<Record<string, Published>>;

export const forms = {
  instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/,
  local: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  compactDate: /^\d{8}$/,
  compactTime: /^\d{14}$/,
} as const;

export const text = (max?: number): Published => ({ kind: 'text', ...(max !== undefined && { max }) });
export const words = (...list: readonly string[]): Published => ({ kind: 'text', words: list });
const formed = (form: keyof typeof forms): Published => ({ kind: 'text', form });
export const instant = formed('instant');
export const localTime = formed('local');
export const date = formed('date');
export const compactDate = formed('compactDate');
export const compactTime = formed('compactTime');
export const number: Published = { kind: 'number' };
export const integer: Published = { kind: 'integer' };
export const boolean: Published = { kind: 'boolean' };
/** Pairs of texts chosen by the merchant. */
export const map: Published = { kind: 'map' };
export const hidden: Published = { kind: 'hidden' };
export const list = (of: Published): Published => ({ kind: 'list', of });
export const object = (name: string, members: Members): Published & { members: Members } => ({
  kind: 'object',
  name,
  members,
});
export const nullable = (published: Published): Published => ({ ...published, isNullable: true });
export const sometimes = (published: Published): Published => ({ ...published, isSometimes: true });

/** The members without the named ones. */
export const without = (members: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
