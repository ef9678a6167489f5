import type { Completed, CompletedOption } from './completed.ts';

/** Single quotes, as bash, zsh and fish read them. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const spelled = (options: readonly CompletedOption[]): string =>
  options.map(({ name }) => `--${name}`).join(' ');

/** What the value of the option before the cursor may be, a case for each kind of value. */
function valueCases(options: readonly CompletedOption[]): readonly string[] {
  const valued = options.filter(({ takesValue }) => takesValue);
  const cases = new Map<string, string[]>();
  for (const { name, words, isFile } of valued) {
    const offered = words.length > 0 ? `-W ${quoted(words.join(' '))} ` : isFile ? '-f ' : undefined;
    const answer = offered === undefined ? 'return' : `COMPREPLY=($(compgen ${offered}-- "$cur")); return`;
    cases.set(answer, [...(cases.get(answer) ?? []), `--${name}`]);
  }
  return [...cases].map(([answer, names]) => `        ${names.join('|')}) ${answer};;`);
}

export function completeBash(commands: readonly Completed[]): string {
  const cases = commands.flatMap(({ name, options, words, takesFile }) => [
    `    ${name})`,
    '      case "$prev" in',
    ...valueCases(options),
    '      esac',
    `      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W ${quoted(spelled(options))} -- "$cur")); return; fi`,
    ...(words.length > 0
      ? [
          `      if [[ $COMP_CWORD -eq 2 ]]; then COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$cur")); return; fi`,
        ]
      : []),
    ...(takesFile ? ['      COMPREPLY=($(compgen -f -- "$cur"))'] : []),
    '      ;;',
  ]);
  const names = [...commands.map(({ name }) => name), '--help', '--version'].join(' ');
  return `# workorder: completion for bash. Made by: workorder completion bash
_workorder() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then COMPREPLY=($(compgen -W ${quoted(names)} -- "$cur")); return; fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -o filenames -F _workorder workorder
`;
}

export function completeZsh(commands: readonly Completed[]): string {
  const described = ({ name, about }: Completed) =>
    `    ${quoted(`${name}:${about.replaceAll(':', '\\:')}`)}`;
  const option = ({ name, about, takesValue, words, isFile }: CompletedOption) => {
    const what = about
      .replaceAll('\\', '\\\\')
      .replaceAll('[', '\\[')
      .replaceAll(']', '\\]')
      .replaceAll(':', '\\:');
    const action = words.length > 0 ? `(${words.join(' ')})` : isFile ? '_files' : ' ';
    return quoted(`*--${name}[${what}]${takesValue ? `:value:${action}` : ''}`);
  };
  const cases = commands.flatMap(({ name, options, words, takesFile }) => {
    const first = words.length > 0 ? [quoted(`1:word:(${words.join(' ')})`)] : [];
    const files = takesFile ? [quoted('*:file:_files')] : [];
    return [
      `    ${name})`,
      `      _arguments \\\n${[...options.map(option), ...first, ...files].map(line => `        ${line}`).join(' \\\n')}`,
      '      ;;',
    ];
  });
  return `#compdef workorder
# Made by: workorder completion zsh
_workorder() {
  local -a commands
  commands=(
${commands.map(described).join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _workorder workorder
`;
}

export function completeFish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, about, options, words, takesFile }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c workorder -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(about)}`,
      ...(takesFile ? [] : [`complete -c workorder ${within} -f`]),
      ...(words.length > 0 ? [`complete -c workorder ${within} -f -a ${fishQuoted(words.join(' '))}`] : []),
      ...options.map(option => {
        const value = !option.takesValue ? '' : option.isFile ? ' -r -F' : ' -x';
        const choice = option.words.length > 0 ? ` -a ${fishQuoted(option.words.join(' '))}` : '';
        return `complete -c workorder ${within} -l ${option.name}${value}${choice} -d ${fishQuoted(option.about)}`;
      }),
    ];
  });
  return `# workorder: completion for fish. Made by: workorder completion fish\n${lines.join('\n')}\n`;
}
