import { Argument, type Command } from 'commander';

/** A command with its path of words, such as `['key', 'create']`. */
interface Leaf {
  path: string[];
  command: Command;
}

const optionsOf = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? []);
const wordsOf = (command: Command): string[] => [
  ...command.commands.map((child) => child.name()),
  ...optionsOf(command),
];

const withDescendants = (command: Command, path: string[] = []): Leaf[] => [
  { path, command },
  ...command.commands.flatMap((child) => withDescendants(child, [...path, child.name()])),
];

/** Registers `completion SHELL`, which prints a script for the shell to read. */
export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a completion script: source <(qualm completion bash)')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action((shell: string) => {
      const commands = withDescendants(program);
      process.stdout.write(shell === 'fish' ? fish(commands) : `${shell === 'zsh' ? ZSH : ''}${bash(commands)}`);
    });
}

/** zsh can run completion functions of bash. */
const ZSH = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';

function bash(commands: Leaf[]): string {
  const patterns = commands.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(' ')}"`);
  const cases = commands.map(
    ({ path, command }) => `    "${path.join(' ')}") words="${wordsOf(command).join(' ')}" ;;`,
  );
  return `_qualm() {
  local path="" next words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${patterns.join(' | ')}) path="$next" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _qualm qualm
`;
}

function fish(commands: Leaf[]): string {
  const lines = commands.flatMap(({ path, command }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const children = command.commands.map((child) => child.name());
    const isNext = [...seen, ...(children.length > 0 ? [`not __fish_seen_subcommand_from ${children.join(' ')}`] : [])];
    const condition = `-n '${isNext.join('; and ')}'`;
    return [
      ...command.commands.map(
        (child) => `complete -c qualm ${condition} -f -a ${child.name()} -d ${quoted(child.description())}`,
      ),
      ...command.options.map(({ long, description, required }) =>
        [`complete -c qualm ${condition} -l ${long?.slice(2)}`, required ? '-r' : '', `-d ${quoted(description)}`].join(
          ' ',
        ),
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
