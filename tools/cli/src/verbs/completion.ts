import { exits } from '../faults.js';
import type { OwnVerb } from './own-verb.js';

/** What can follow a command: commands, choices of its argument, and flags. */
export type Followers = Readonly<{
  words: readonly string[];
  /** Flags that take a value, with its choices; without choices, the shell offers files. */
  values: ReadonlyMap<string, readonly string[]>;
}>;
/** By the path of the command (`order list`). The whole command line has the path ''. */
export type Tree = ReadonlyMap<string, Followers>;

export const shells = ['bash', 'zsh'] as const;

/** Prints a script for a shell. The script holds every word, and reads the names of contexts from their file. */
export const completion = (tree: () => Tree): OwnVerb => ({
  args: ['<shell>'],
  flags: [],
  choices: shells,
  example: 'completion bash > ~/.local/share/bash-completion/completions/jeongsan',
  run: async ({ terminal }, { shell }) => {
    terminal.out(shell === 'zsh' ? zsh(tree()) : bash(tree()));
    return exits.done;
  },
});

const wordsCase = ([path, { words }]: readonly [string, Followers]): string =>
  `    "${path}") echo "${words.join(' ')}" ;;`;
const valueCases = ([path, { values }]: readonly [string, Followers]): readonly string[] =>
  [...values].map(([flag, choices]) => `    "${path} ${flag}") echo "${choices.join(' ')}" ;;`);
const globalFlags = (tree: Tree): string => [...(tree.get('')?.values.keys() ?? [])].join('|');

/**
 * Both shells understand this. A path is what the words before the cursor name. The values of a flag are looked up in its
 * command, then in the whole command line; it fails for a word that is no flag with a value.
 */
const functions = (tree: Tree): string => `_jeongsan_words() {
  case "$1" in
${[...tree].map(wordsCase).join('\n')}
    *) return 1 ;;
  esac
}
_jeongsan_values() {
  case "$1" in
    *" --context") _jeongsan_contexts ;;
${[...tree].flatMap(valueCases).join('\n')}
    *) return 1 ;;
  esac
}
_jeongsan_contexts() {
  sed -n 's/^    "\\([^"]*\\)": {$/\\1/p' "\${JEONGSAN_CONFIG_DIR:-\${XDG_CONFIG_HOME:-$HOME/.config}/jeongsan}/contexts.json" 2>/dev/null
}
_jeongsan_path() {
  local found="" isValue="" word
  for word in "$@"; do
    if [ -n "$isValue" ]; then isValue=""; continue; fi
    case "$word" in ${globalFlags(tree)}) isValue=1; continue ;; esac
    _jeongsan_words "\${found:+$found }$word" >/dev/null && found="\${found:+$found }$word"
  done
  echo "$found"
}
_jeongsan_next() {
  local before="$1" found
  shift
  found="$(_jeongsan_path "$@")"
  _jeongsan_values "$found $before" && return
  _jeongsan_values " $before" && return
  [ "$found" = "context use" ] && _jeongsan_contexts
  _jeongsan_words "$found"
}
`;

const bash = (tree: Tree): string => `${functions(tree)}_jeongsan() {
  local next
  next="$(_jeongsan_next "\${COMP_WORDS[COMP_CWORD-1]}" "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _jeongsan jeongsan
`;

const zsh = (tree: Tree): string => `#compdef jeongsan
${functions(tree)}_jeongsan() {
  local next
  next="$(_jeongsan_next "\${words[CURRENT-1]}" "\${(@)words[2,CURRENT-1]}")"
  if [ -n "$next" ]; then compadd -- \${=next}; else _files; fi
}
if [ "$funcstack[1]" = _jeongsan ]; then _jeongsan; else compdef _jeongsan jeongsan; fi
`;
