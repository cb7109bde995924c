import fc from 'fast-check';
import type { Entity, Memory } from './memory.js';
import type { Random } from './random.js';

/** The part of JSON Schema that the published document uses. */
export type JsonSchema = Readonly<{
  $ref?: string;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  const?: unknown;
  enum?: readonly unknown[];
  type?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
}>;

/** Makes values that fit a schema, and refer to known objects where possible. */
export class ValidValues {
  private readonly samples = new Map<string, string[]>();

  constructor(
    private readonly components: Readonly<Record<string, object>>,
    private readonly memory: Memory,
  ) {}

  of(schema: JsonSchema, random: Random, about?: Entity): unknown {
    if (schema.$ref !== undefined) {
      return this.of(this.components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, random, about);
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.of(random.pick(choices), random, about);
    if (schema.allOf?.[0]) return this.of(schema.allOf[0], random, about);
    return this.ofType(schema, random, about);
  }

  private ofType(schema: JsonSchema, random: Random, about?: Entity): unknown {
    if (schema.type === 'string') return this.text(schema, random);
    if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema, random);
    if (schema.type === 'boolean') return random.chance(0.5);
    if (schema.type === 'array') {
      const most = Math.min(schema.maxItems ?? 3, 3);
      const length = random.int(Math.min(schema.minItems ?? 0, most), most);
      return Array.from({ length }, () => this.of(schema.items ?? {}, random, about));
    }
    if (schema.type === 'object') return this.object(schema, random, about);
    return null;
  }

  private object(schema: JsonSchema, random: Random, about?: Entity): Record<string, unknown> {
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([name]) => schema.required?.includes(name) || random.chance(0.4),
    );
    const value = Object.fromEntries(fields.map(([name, field]) => [name, this.field(name, field, random, about)]));
    if (typeof schema.additionalProperties !== 'object') return value;
    return { ...value, [`key${random.int(1, 9)}`]: this.of(schema.additionalProperties, random, about) };
  }

  /** A known value for this name, or a new one. */
  field(name: string, schema: JsonSchema, random: Random, about?: Entity): unknown {
    const known = random.chance(0.7) ? this.memory.valueOf(name, random, about) : undefined;
    if (known !== undefined && typeof known !== 'object') return known;
    const usual = random.chance(0.8) ? usualValues.find(([pattern]) => pattern.test(name)) : undefined;
    return usual ? random.pick(usual[1]) : this.of(schema, random, about);
  }

  private text({ format, pattern, minLength = 0, maxLength = 30 }: JsonSchema, random: Random): string {
    const made = formats[format ?? '']?.(random);
    if (made !== undefined) return made;
    if (pattern !== undefined) return random.pick(this.samplesOf(pattern));
    const length = random.int(minLength, Math.max(minLength, Math.min(maxLength, 30)));
    return Array.from({ length }, () => random.pick(LETTERS)).join('');
  }

  private samplesOf(pattern: string): readonly string[] {
    const known = this.samples.get(pattern);
    if (known) return known;
    const drawn = drawMatching(pattern);
    this.samples.set(pattern, drawn);
    return drawn;
  }
}

/** Values by field name, where the schema alone does not lead to existing objects. */
const usualValues: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^bank(Code)?$/, ['088', '20', '11', '004', '092']],
  [/^(startDate|payoutDateGte)$/, ['2026-05-01', '2026-05-04', '2026-04-01T00:00:00']],
  [/^(endDate|payoutDateLte)$/, ['2026-05-05', '2026-12-31', '2026-05-31T23:59:59']],
  [/^accountNumber$/, ['110123456789', '3025353430761']],
  [/phone/i, ['01012345678', '0212345678']],
  [/^business.*Number$/, ['1208147521']],
  [/^(customerI|i)dentityNumber$/, ['900101', '1208147521', '01012345678']],
  [/^holderName$/, ['정산 주식회사']],
  [/^cardNumber$/, ['9410001234567890', '4330123412341234']],
  [/^cardExpirationYear$/, ['28', '30']],
  [/^cardExpirationMonth$/, ['01', '12']],
  [/^cardPassword$/, ['12']],
  [/^customerKey$/, ['customer-1', 'customer-2']],
];

const LETTERS = [...'abcXYZ0189-_ 가나다정산'];
const SAMPLES = 30;

function drawMatching(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: SAMPLES });
  } catch {
    return ['20260504', 'x'];
  }
}

const two = (value: number): string => String(value).padStart(2, '0');
const date = (random: Random): string =>
  `${random.int(2025, 2027)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
const formats: Readonly<Record<string, (random: Random) => string>> = {
  date,
  'date-time': (random) => `${date(random)}T${two(random.int(0, 23))}:00:00+09:00`,
  email: (random) => `seller${random.int(1, 99)}@market.example`,
  uri: () => 'https://market.example/done',
};

function numberOf({ minimum, maximum, type }: JsonSchema, random: Random): number {
  const least = Math.max(minimum ?? 0, -1_000_000);
  const most = Math.min(maximum ?? 1_000_000, 1_000_000_000);
  const usual = random.chance(0.7) ? Math.min(most, least + 100_000) : most;
  return type === 'integer' ? random.int(least, usual) : least + random.next() * (usual - least);
}
