/** The words of a command, as a shell would split them. */
export const wordsOf = (command: string): readonly string[] =>
  (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
