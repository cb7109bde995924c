/** Texts about members of one operation, by place: a member adds `.name`, an item of a list `[]`, a value of a record `{}`. */
export type Descriptions = Readonly<Record<string, string>>;

type Schema = Readonly<Record<string, unknown>>;
const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const;

/** A JSON schema that stands at a place, with the texts about it and about everything below. */
export function describedBy(texts: Descriptions, schema: object, place: string): object {
  const { properties, items, additionalProperties, ...rest } = schema as Schema;
  const branches = BRANCHES.flatMap((name) => {
    const list = rest[name];
    return Array.isArray(list) ? [[name, list.map((branch: object) => below(branch, ''))] as const] : [];
  });
  function below(part: unknown, adds: string): unknown {
    return typeof part === 'object' && part !== null ? membersOf(texts, part, `${place}${adds}`) : part;
  }
  const text = texts[place];
  return {
    ...rest,
    ...(text !== undefined && { description: text }),
    ...Object.fromEntries(branches),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, object>).map(([name, member]) => [
          name,
          describedBy(texts, member, `${place}.${name}`),
        ]),
      ),
    }),
    ...(items !== undefined && { items: below(items, '[]') }),
    ...(additionalProperties !== undefined && { additionalProperties: below(additionalProperties, '{}') }),
  };
}

/** As describedBy, without the text of the place itself: a branch of a union has the text of the whole. */
function membersOf(texts: Descriptions, schema: object, place: string): object {
  const { [place]: own, ...others } = texts;
  return describedBy(own === undefined ? texts : others, schema, place);
}
