import { exits } from '../faults.js';
import type { OwnVerb } from './own-verb.js';

/** The words that can follow a command: commands and flags, by the path of the command (`order list`). */
export type Tree = ReadonlyMap<string, readonly string[]>;

export const shells = ['bash', 'zsh'] as const;

/** Prints a script for a shell. The script needs nothing at run time: it holds every word. */
export const completion = (tree: () => Tree): OwnVerb => ({
  args: ['shell'],
  flags: [],
  choices: shells,
  example: 'completion bash > ~/.local/share/bash-completion/completions/jeongsan',
  run: async ({ terminal }, { shell }) => {
    terminal.out(shell === 'zsh' ? zsh(tree()) : bash(tree()));
    return exits.done;
  },
});

/** Both shells understand this: the path is what the words before the cursor name, without flags. */
const functions = (tree: Tree): string => `_jeongsan_words() {
  case "$1" in
${[...tree].map(([path, words]) => `    "${path}") echo "${words.join(' ')}" ;;`).join('\n')}
  esac
}
_jeongsan_path() {
  local found="" next word
  for word in "$@"; do
    next="\${found:+$found }$word"
    [ -n "$(_jeongsan_words "$next")" ] && found="$next"
  done
  echo "$found"
}
`;

const bash = (tree: Tree): string => `${functions(tree)}_jeongsan() {
  local path
  path="$(_jeongsan_path "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$(_jeongsan_words "$path")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _jeongsan jeongsan
`;

const zsh = (tree: Tree): string => `#compdef jeongsan
${functions(tree)}_jeongsan() {
  local path_
  path_="$(_jeongsan_path "\${(@)words[2,CURRENT-1]}")"
  compadd -- \${=$(_jeongsan_words "$path_")}
}
if [ "$funcstack[1]" = _jeongsan ]; then _jeongsan; else compdef _jeongsan jeongsan; fi
`;
