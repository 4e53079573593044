export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * The scripts call `edge-console complete -- WORDS`, which prints a value, a tab and a description per line. If the
 * next word is a file name, the command prints only `:files`, and the shell completes the name.
 */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `# edge-console completion for bash: eval "$(edge-console completion bash)"
_edge_console() {
  local rest="$COMP_LINE" words=() word space head value line i
  # Bash splits words at the : and = of COMP_WORDBREAKS, and replaces only the part after the last one.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}" space="\${rest%%[![:space:]]*}"
    rest="\${rest#"$space"}" rest="\${rest#"$word"}" word="\${word//\\\\/}"
    if [[ i -eq 0 || -n $space ]]; then words+=("$word"); else words[\${#words[@]}-1]+="$word"; fi
  done
  word="\${words[\${#words[@]}-1]}" head="\${word%"\${word##*[:=]}"}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ':files' ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "\${word#"$head"}")
      return
    fi
    value="\${line%%$'\\t'*}" value=$(printf '%q' "\${value#"$head"}")
    [[ $value == *: ]] && compopt -o nospace 2>/dev/null
    COMPREPLY+=("$value")
  done < <(edge-console complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o nosort -F _edge_console edge-console 2>/dev/null || complete -F _edge_console edge-console
`,
  zsh: `#compdef edge-console
# edge-console completion for zsh: eval "$(edge-console completion zsh)", or a file _edge-console in $fpath
_edge_console() {
  local line value
  local -a items open
  for line in "\${(@f)$(edge-console complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ $line == ':files' ]]; then compset -P '*='; _files; return; fi
    value=\${\${line%%$'\\t'*}//:/\\\\:}
    [[ $line == *$'\\t' ]] || value+=":\${line#*$'\\t'}"
    if [[ $line == *:$'\\t'* ]]; then open+=("$value"); else items+=("$value"); fi
  done
  _describe 'edge-console' items
  _describe 'edge-console' open -S ''
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _edge_console "$@"; else compdef _edge_console edge-console; fi
`,
  fish: `# edge-console completion for fish: edge-console completion fish | source
function __edge_console_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l lines (edge-console complete -- $words[2..-1] 2>/dev/null)
  if test "$lines[1]" = ':files'
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $lines
  end
end
complete -c edge-console -f -a '(__edge_console_complete)'
`,
  // Windows PowerShell does not pass an empty last word to programs, so `--next` says that the last word is empty. A .ps1
  // launcher drops '--' unless it is quoted.
  powershell: `# edge-console completion for PowerShell: edge-console completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName edge-console -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
  $words = @($before | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $next = @()
  if ($before.Count -eq 0 -or $before[-1].Extent.EndOffset -lt $cursorPosition) { $next = @('--next') }
  $encoding = [Console]::OutputEncoding
  [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
  try {
    edge-console complete @next '--' @words 2>$null | ForEach-Object {
      if ($_ -eq ':files') { return }
      $value, $description = $_ -split "\`t", 2
      if (-not $description) { $description = $value }
      $text = if ($value -match '[^\\w./:+=%-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
      [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $description)
    }
  } finally {
    [Console]::OutputEncoding = $encoding
  }
}
`,
};
