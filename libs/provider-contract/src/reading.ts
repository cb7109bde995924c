import { type Contract, type Endpoint, NoBody, SeoulInstant } from '@jeongsan/http-contract';
import { z } from 'zod';
import { LooseInstant } from './local-times.js';
import { CompactInstant, spelledOut } from './sub-mall.values.js';

/*
 * The schemas of this library say what the documents show, and a server writes exactly that. A client reads more: the provider adds
 * members and values to its answers without a new version (document 1 section 9), older API versions answer other members, and a
 * success that is not read leaves money in doubt. So every answer is read by a schema derived from the written one:
 * - the members that a caller's decision rests upon (`decisive`) are read exactly, or the answer is not read at all;
 * - every other member may be absent, null or unreadable, and the caller gets undefined or null;
 * - a value that an enumeration does not list is read as text, also of a decisive member;
 * - lengths of texts and lists are no reason to refuse an answer.
 */

/** An object of answers with the names of its decisive members. The two members exist in the type only. */
export interface Decisive<K extends string, P extends string> {
  readonly '~decisive'?: K;
  readonly '~ifPresent'?: P;
}

/** How a member of an object is read; a member that is not named is of the rest. */
type Way = 'required' | 'ifPresent';
const decisiveMembers = new WeakMap<z.ZodType, ReadonlyMap<string, Way>>();

/**
 * Names the members of an object that a caller's decision rests upon: identity, status, amounts and currency, keys of paging.
 * `ifPresent`: further ones that may be absent or null; a present one is read exactly.
 */
export function decisive<
  S extends z.ZodObject,
  const K extends keyof S['shape'] & string,
  const P extends keyof S['shape'] & string = never,
>(schema: S, required: readonly K[], ifPresent: readonly P[] = []): S & Decisive<K, P> {
  const ways = [
    ...required.map((name) => [name, 'required'] as const),
    ...ifPresent.map((name) => [name, 'ifPresent'] as const),
  ];
  decisiveMembers.set(schema, new Map<string, Way>(ways));
  return schema;
}

const acknowledgments = new WeakSet<z.ZodType>();

/** Marks the answer of an operation whose success is in its status alone: the body may be empty, or anything but a broken text. */
export function acknowledged<S extends z.ZodType>(schema: S): S {
  acknowledgments.add(schema);
  return schema;
}

/** The listed values, and any other text: a value that the documents do not name means "not known, look again later". */
export type Open<Known> = Known | (string & {});

/**
 * A schema by its definition. The compiler compares that alone: to ask whether a schema is a `z.ZodNullable` compares each of some
 * seventy methods.
 */
type Defined<D> = { _zod: { def: D } };

type RequiredOf<S> = '~decisive' extends keyof S ? Exclude<S['~decisive'], undefined> : never;
type Exact<S> = S extends Defined<{ type: 'literal' }> ? z.output<S> : Read<S>;
type Flat<T> = { [K in keyof T]: T[K] };
type ReadObject<Shape, K> = Flat<
  { [N in keyof Shape as N extends K ? N : never]: Exact<Shape[N]> } & {
    [N in keyof Shape as N extends K ? never : N]?: Read<Shape[N]> | null | undefined;
  }
>;

/** The value that a client reads where a server writes a value of this schema. */
export type Read<S> =
  S extends Defined<{ type: 'nullable'; innerType: infer I }>
    ? Read<I> | null
    : S extends Defined<{ type: 'optional'; innerType: infer I }>
      ? Read<I> | undefined
      : S extends Defined<{ type: 'array'; element: infer E }>
        ? Read<E>[]
        : S extends Defined<{ type: 'object'; shape: infer Shape }>
          ? ReadObject<Shape, RequiredOf<S>>
          : S extends Defined<{ type: 'enum' } | { type: 'literal'; values: string[] }>
            ? Open<z.output<S>>
            : z.output<S>;

/** A text that is the whole answer may be missing. */
type ReadAnswer<S> = S extends z.ZodString ? string | undefined : Read<S>;

const ANY_ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;
const COMPACT = /^\d{14}$/;

/**
 * An instant in an answer: ISO 8601 with any number of fraction digits, or yyyyMMddHHmmss. Without an offset: Asia/Seoul, as
 * deadlines of virtual accounts are (document 1 section 2.4).
 */
export const ReadInstant = z.codec(
  z.string().refine((text) => !Number.isNaN(instantOf(text).getTime()), 'An instant'),
  z.date(),
  { decode: instantOf, encode: (instant) => z.encode(SeoulInstant, instant) },
);

/** The last text that was read: a schema checks an instant before it decodes the same text. */
let lastRead: Readonly<{ text: string; at: number }> = { text: '', at: NaN };

function instantOf(text: string): Date {
  if (lastRead.text !== text) lastRead = { text, at: timeOf(text) };
  return new Date(lastRead.at);
}

/** The usual form, which the engine reads by itself; a time of it that does not exist is NaN in both ways. */
const USUAL_ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

function timeOf(text: string): number {
  if (USUAL_ISO.test(text)) return Date.parse(text);
  const [, date, time, offset = '+09:00'] = ANY_ISO.exec(COMPACT.test(text) ? spelledOut(text) : text) ?? [];
  return date === undefined ? NaN : Date.parse(`${date}T${time}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
}

/** Codecs of answers that are read by another one. All others, such as amounts, are read as they are written. */
const readBy = new Map<z.core.$ZodType, z.ZodType>([
  [SeoulInstant, ReadInstant],
  [LooseInstant, ReadInstant],
  [CompactInstant, ReadInstant],
]);

const NumberText = z.string().regex(/^-?\d{1,15}(\.\d{1,15})?$/);
const numberAs = (number: z.ZodNumber): z.ZodType =>
  z.codec(z.union([z.number(), NumberText]), number, { decode: Number, encode: (value) => value });
// One of each for all members: a schema takes kilobytes.
const AnyText = z.string();
const AnyInteger = numberAs(z.int());
const AnyNumber = numberAs(z.number());

/** The schema by which a member is read, when present. */
function opened(schema: z.core.$ZodType): z.ZodType {
  const other = readBy.get(schema);
  if (other) return other;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return z.nullish(opened(schema.def.innerType as z.ZodType));
  if (schema instanceof z.ZodArray) return z.array(opened(schema.element));
  if (schema instanceof z.ZodObject) return 'entityBody' in schema.shape ? enveloped(schema) : openedObject(schema);
  if (schema instanceof z.ZodEnum) return openEnum(schema.options);
  if (isTextLiteral(schema)) return AnyText;
  if (schema instanceof z.ZodRecord) return z.record(z.string(), opened(schema.valueType));
  if (schema instanceof z.ZodNumber) return schema.isInt ? AnyInteger : AnyNumber;
  if (schema instanceof z.ZodString && schema.format === null) return AnyText;
  return schema as z.ZodType;
}

/** Any text; its published description lists the known values as examples. */
const openEnum = (known: readonly unknown[]): z.ZodType => z.string().meta({ examples: [...known] });

const isTextLiteral = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodLiteral && schema.def.values.every((value) => typeof value === 'string');

/** What was derived, by what it was derived from: a payment is the answer of twenty operations. */
const openedObjects = new WeakMap<z.ZodObject, z.ZodObject>();

function openedObject(schema: z.ZodObject): z.ZodObject {
  const known = openedObjects.get(schema);
  if (known) return known;
  const ways = decisiveMembers.get(schema);
  const members = Object.entries<z.core.$ZodType>(schema.shape).map(([name, member]) => [
    name,
    readMember(member, ways?.get(name)),
  ]);
  const read = z.object(Object.fromEntries(members) as z.ZodRawShape);
  openedObjects.set(schema, read);
  return read;
}

/** The envelope of the /v2 API; an object that comes without one is read as its body. */
const enveloped = (schema: z.ZodObject): z.ZodType =>
  z.preprocess((json) => (isBare(json) ? { entityBody: json } : json), openedObject(schema));

const isBare = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && !('entityBody' in json);

function readMember(member: z.core.$ZodType, way: Way | undefined): z.ZodType {
  if (way === undefined) return orUndefined(opened(member));
  return way === 'required' ? exactly(member) : z.nullish(exactly(member));
}

const ofTheRest = new WeakMap<z.ZodType, z.ZodType>();

/** A member that may be absent, null or unreadable. */
function orUndefined(schema: z.ZodType): z.ZodType {
  const known = ofTheRest.get(schema);
  if (known) return known;
  const read = z.nullish(schema).catch(undefined);
  ofTheRest.set(schema, read);
  return read;
}

/** A decisive member: its own checks hold, and only its enumeration is open. */
function exactly(member: z.core.$ZodType): z.ZodType {
  if (member instanceof z.ZodNullable || member instanceof z.ZodOptional)
    return z.nullish(exactly(member.def.innerType));
  const isKept = member instanceof z.ZodString || member instanceof z.ZodLiteral;
  return isKept ? member : opened(member);
}

/** The schema of a whole answer as a client reads it. */
export function readable<S extends z.ZodType>(schema: S): z.ZodType<ReadAnswer<S>> {
  return readableAnswer(schema) as z.ZodType<ReadAnswer<S>>;
}

function readableAnswer(schema: z.ZodType): z.ZodType {
  if (schema === NoBody) return Anything.transform(() => undefined);
  const read = opened(schema);
  if (!acknowledgments.has(schema)) return read;
  const unread = schema instanceof z.ZodObject ? {} : undefined;
  return Anything.transform((json): unknown => read.safeParse(json).data ?? unread);
}

/** Every answer but a text that is no JSON, which a client passes as null: a page of some box in between is no success. */
const Anything = z.unknown().refine((json) => json !== null, 'An answer');

/** Operations whose answers are read by `readable`. */
export type Readable<C extends Contract> = {
  readonly [K in keyof C]: Omit<C[K], 'success'> & {
    success: { status: C[K]['success']['status']; body: z.ZodType<ReadAnswer<C[K]['success']['body']>> };
  };
};

/** The operations as a client calls them: requests as written, answers read by `readable`. */
export function readableContract<C extends Contract>(contract: C): Readable<C> {
  const operations = Object.entries(contract).map(([name, e]) => [name, readOperation(e)]);
  return Object.fromEntries(operations) as Readable<C>;
}

/** The answer's schema is derived when it is first used: a service calls a few of the operations. */
function readOperation(e: Endpoint): Endpoint {
  let success: Endpoint['success'] | undefined;
  return {
    ...e,
    get success() {
      success ??= { ...e.success, body: readable(e.success.body) };
      return success;
    },
  };
}
