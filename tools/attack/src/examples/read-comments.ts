import ts from 'typescript';

/** For each operation: the comment of each member of its request and answer, by where the member stands. */
export type Comments = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The part of an operation's description in which a schema stands, and the way to the schema. */
const PARTS = {
  params: ['params'],
  query: ['query'],
  body: ['body'],
  answer: ['success', 'body'],
} as const;

/** The places of the schemas that a schema of Zod consists of: of which type argument, and what it adds to the place. */
const CONSISTS_OF: Readonly<Record<string, readonly Readonly<{ argument: number; adds: string }>[]>> = {
  ZodOptional: [{ argument: 0, adds: '' }],
  ZodNullable: [{ argument: 0, adds: '' }],
  ZodDefault: [{ argument: 0, adds: '' }],
  ZodPrefault: [{ argument: 0, adds: '' }],
  ZodReadonly: [{ argument: 0, adds: '' }],
  ZodPipe: [{ argument: 0, adds: '' }],
  ZodCodec: [{ argument: 0, adds: '' }],
  ZodArray: [{ argument: 0, adds: '[]' }],
  ZodRecord: [{ argument: 1, adds: '{}' }],
  ZodUnion: [{ argument: 0, adds: '' }],
  ZodDiscriminatedUnion: [{ argument: 0, adds: '' }],
  ZodIntersection: [
    { argument: 0, adds: '' },
    { argument: 1, adds: '' },
  ],
};

/**
 * Reads the comments of contracts with the compiler: a schema has no comments at run time. `from`: the file that exports the
 * contracts, each under a name of `names`; a value may also be an object of contracts.
 */
export function readComments(projectFile: string, from: string, names: readonly string[]): Comments {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const parsed = ts.getParsedCommandLineOfConfigFile(projectFile, {}, host);
  if (!parsed) throw new Error(`No project: ${projectFile}`);
  const program = ts.createProgram({
    rootNames: [from],
    // Other libraries by their declarations: there, a schema made of another one has the other one's comments.
    options: { ...parsed.options, customConditions: [] },
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(from);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`No module: ${from}`);
  const found: Record<string, Record<string, string>> = {};
  for (const symbol of checker.getExportsOfModule(module))
    if (names.includes(symbol.name)) addOperations(checker, checker.getTypeOfSymbol(symbol), found);
  return found;
}

function addOperations(
  checker: ts.TypeChecker,
  contract: ts.Type,
  found: Record<string, Record<string, string>>,
): void {
  for (const symbol of contract.getProperties()) {
    const type = checker.getTypeOfSymbol(symbol);
    if (!type.getProperty('method')) {
      addOperations(checker, type, found);
      continue;
    }
    const comments: Record<string, string> = {};
    for (const [part, way] of Object.entries(PARTS)) {
      const schema = way.reduce<ts.Type | undefined>((at, name) => memberOf(checker, at, name), type);
      if (schema) addMembers(checker, schema, part, comments);
    }
    if (Object.keys(comments).length > 0) found[symbol.name] = comments;
  }
}

function memberOf(checker: ts.TypeChecker, type: ts.Type | undefined, name: string): ts.Type | undefined {
  const symbol = type?.getProperty(name);
  return symbol && checker.getTypeOfSymbol(symbol);
}

/** Adds the comments of all members below a schema. Where two branches of a union have a member, the first comment stays. */
function addMembers(checker: ts.TypeChecker, schema: ts.Type, at: string, comments: Record<string, string>): void {
  const kind = schema.getSymbol()?.name ?? '';
  const typeArguments = checker.getTypeArguments(schema as ts.TypeReference);
  if (kind === 'ZodObject') {
    for (const member of typeArguments[0]?.getProperties() ?? []) {
      const place = `${at}.${member.name}`;
      const comment = commentOf(checker, member);
      if (comment !== '') comments[place] ??= comment;
      addMembers(checker, checker.getTypeOfSymbol(member), place, comments);
    }
    return;
  }
  for (const { argument, adds } of CONSISTS_OF[kind] ?? []) {
    const part = typeArguments[argument];
    const branches = part && checker.isTupleType(part) ? checker.getTypeArguments(part as ts.TypeReference) : [part];
    for (const branch of branches) if (branch) addMembers(checker, branch, `${at}${adds}`, comments);
  }
}

/** The comment beside a member, also of one that another schema took over by `extend`, `pick` or `omit`. */
function commentOf(checker: ts.TypeChecker, member: ts.Symbol): string {
  let origin: ts.Symbol | undefined = member;
  while (origin && !origin.declarations) origin = (origin as TakenOver).links?.syntheticOrigin;
  return ts.displayPartsToString(origin?.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
}

/** The compiler's own note of a member of a mapped type; its declarations have none. */
type TakenOver = ts.Symbol & { links?: { syntheticOrigin?: ts.Symbol } };
