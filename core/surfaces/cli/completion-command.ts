import { Argument, type Command } from 'commander';
import { candidatesFor } from '#core/surfaces/cli/completion.ts';
import type { CommandHost } from '#core/surfaces/cli/command-host.ts';

/** Each asks the program what may come next, so that it knows every command and flag of the version that is installed. */
const SCRIPTS = {
  bash: `# eval "$(commentdock completion bash)", in ~/.bashrc
_commentdock() {
  local line=\${COMP_LINE:0:COMP_POINT} word
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  COMPREPLY=()
  while read -r word _; do
    COMPREPLY+=("$word")
  done < <(commentdock completion words -- "\${words[@]:1}" 2> /dev/null)
}
complete -o default -F _commentdock commentdock`,
  zsh: `#compdef commentdock
# eval "$(commentdock completion zsh)", in ~/.zshrc behind compinit
_commentdock() {
  local word about
  local -a found
  while read -r word about; do
    found+=("\${word//:/\\\\:}:$about")
  done < <(commentdock completion words -- "\${(@)words[2,CURRENT]}" 2> /dev/null)
  if (( $#found )); then _describe commentdock found; else _files; fi
}
compdef _commentdock commentdock`,
  fish: `# commentdock completion fish | source, in ~/.config/fish/config.fish
function __commentdock_words
    set -l words (commandline -opc)[2..-1]
    set -l typed (commandline -ct)
    set -l new --new
    if test -n "$typed"
        set new
        set -a words $typed
    end
    set -l found (commentdock completion words $new -- $words 2> /dev/null)
    if set -q found[1]
        string replace -- ' ' \\t $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c commentdock -f -a '(__commentdock_words)'`,
  powershell: `# commentdock completion powershell | Out-String | Invoke-Expression, in $PROFILE
Register-ArgumentCompleter -Native -CommandName commentdock -ScriptBlock {
    param($typed, $line, $at)
    $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $at } | ForEach-Object { "$_" })
    $new = @(if ($typed -eq '') { '--new' } else { $words += $typed })
    commentdock completion words @new -- @words 2> $null | ForEach-Object {
        $word, $about = $_ -split ' ', 2
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $(if ($about) { $about } else { $word }))
    }
}`,
} as const;

/** `completion <shell>` prints what a shell runs; `completion words` is what that asks. `treeFor` builds the commands that a line may mean. */
export function addCompletionCommand(program: Command, host: CommandHost, treeFor: (words: readonly string[]) => Command): void {
  const { terminal } = host;
  const completion = program
    .command('completion')
    .addArgument(new Argument('<shell>', 'whose').choices(Object.keys(SCRIPTS)))
    .description('what a shell runs to complete commands, flags and values; its first line says where it goes')
    .action((shell: keyof typeof SCRIPTS) => terminal.print(...SCRIPTS[shell].split('\n')));
  completion
    .command('words', { hidden: true })
    .argument('[words...]')
    .option('--new', 'the last word is still to be begun')
    .action(async (words: string[], flags: { readonly new?: true }) => {
      const line = flags.new === true ? [...words, ''] : words;
      const platforms = async () => (await host.catalogue()).list().map(({ id, name }) => ({ word: id, about: name }));
      const found = await candidatesFor(treeFor(line), line, platforms);
      if (found.length > 0) terminal.print(...found.map(({ word, about }) => (about === '' ? word : `${word} ${about}`)));
    });
}
