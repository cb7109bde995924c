/** The value of a parameter. `undefined` is excluded: pg would send null. */
export type Value = NonNullable<unknown> | null;

/** True for a text whose characters the compiler knows completely, without a `string` part. */
type IsLiteral<Text extends string> = Record<never, never> extends Record<Text, 1> ? false : true;

type WithoutStrings<
  Text extends string,
  Kept extends string = '',
> = Text extends `${infer Before}'${string}'${infer After}`
  ? WithoutStrings<After, `${Kept}${Before}`>
  : `${Kept}${Text}`;

type Before<Text extends string, End extends string> = Text extends `${infer Start}${End}${string}` ? Start : Text;
/** The first word of a text. One cut per character that ends a word is cheaper for the compiler than one step per letter. */
type Word<Text extends string> = Before<
  Before<Before<Before<Before<Before<Before<Before<Before<Text, ' '>, '\n'>, ','>, ')'>, ':'>, ']'>, ';'>, '.'>,
  '='
>;

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Name<Text extends string> = Text extends '' | `${Digit}${string}` ? never : Text;

type NamesOf<Text extends string, Found extends string = never> = Text extends `${string}:${infer After}`
  ? After extends `:${infer AfterCast}`
    ? NamesOf<AfterCast, Found>
    : NamesOf<After, Found | Name<Word<After>>>
  : Found;

/**
 * The names of a text's placeholders. When the compiler does not know the whole text: any string, checked at run time instead.
 */
export type NamesIn<Text extends string> = IsLiteral<Text> extends true ? NamesOf<WithoutStrings<Text>> : string;
