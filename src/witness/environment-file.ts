// The file that BASH_ENV names: plain bash, builtins only. Why each line is as it is stands in docs/witness.md.

export type EnvironmentFile = {
  /** Absolute path of the log that the shells append to. */
  log: string;
  /** Process id of whoever starts the line: a shell with this parent is the line's own. */
  parent: number;
  /** What BASH_ENV named before; it is read first, as bash would have read it. */
  previous: string | null;
};

/** Commands that one shell testifies; then it says that it stops. */
export const MOST_COMMANDS = 2_000;

/** Lines of the log after which no further script is traced. */
export const MOST_LINES = 4_000;

/** Where a shell begins and which processes it stands under are told in one write: no longer than this, in characters each. */
const LONGEST_PLACE = 350;

/** Longest record, quoted, in characters; longer commands are only said to be there. */
const LONGEST = 65_536;

/** A record is written in pieces that are one write each, so that shells that run at once cannot mix them. */
const PIECE = 1_000;

/** The name that all we define begins with. */
const NAME = '__donegate_witness';

/**
 * Text of the file. The line's own shell gets a DEBUG and an EXIT trap, and so does a shell that runs a script file; any
 * other shell (`bash -c`, a script on stdin, an interactive one) gets nothing. The DEBUG trap is set by the very last
 * command, so that it sees none of this.
 */
export function environmentFile(file: EnvironmentFile): string {
  const { log, previous } = file;
  return `${previous === null ? '' : sourcing(previous)}{
if [[ \${BASH_VERSINFO[0]-0} -ge 5 && $- != *[irsv]* && -w ${quoted(log)}${unlessTrapped(previous)} ]]; then
  if builtin shopt -q restricted_shell; then
    builtin :
${role(file)}
  fi
  if [[ -n \${${NAME}_state+x} ]]; then
${handler(log)}
    if [[ \${${NAME}_state[2]} == outer ]]; then
      builtin trap '${call('end')}' EXIT
    fi
    builtin trap '${call('begins')}' DEBUG
  fi
fi
} 2>/dev/null
`;
}

/** In double quotes bash expands it as it expands BASH_ENV itself. */
function sourcing(previous: string): string {
  const name = `"${previous.replaceAll('"', '\\"')}"`;
  return `if [[ -f ${name} ]]; then . ${name}; fi\n`;
}

/** Scripts that lie elsewhere (the shims of version managers, installed tools) are nobody's checks: they stop at their first command. */
function handler(log: string): string {
  return `  ${NAME}() {
    if [[ \${${NAME}_state[1]-1} == 0 ]]; then
      ${NAME}_state[0]=$((${NAME}_state[0] + 1))
      builtin local ${NAME}_record ${NAME}_statuses ${NAME}_id="$BASHPID"$'\\t'"\${${NAME}_state[0]}"
      if [[ $- == *[Tv]* || :\${BASHOPTS-}: == *:lastpipe:* || -n \${BASH_XTRACEFD-} || \${${NAME}_state[0]} -gt ${MOST_COMMANDS} || ( \${${NAME}_state[0]}\${${NAME}_state[2]} == 1script && \${BASH_SOURCE[1]-} == /* && \${BASH_SOURCE[1]-} != "$PWD"/* ) ]]; then
        ${NAME}_state[1]=1
        if builtin printf '%s\\tcut\\n' "$${NAME}_id" >>${quoted(log)}; then builtin :; fi
        if [[ \${${NAME}_state[0]}\${${NAME}_state[2]} != 1script && $(builtin trap -p EXIT) == *${NAME}* ]]; then builtin trap - EXIT; fi
      else
        if [[ \${${NAME}_state[0]}\${${NAME}_state[2]}\${${NAME}_state[5]-} == 1script1 ]]; then
${scriptsEnd()}
        fi
        builtin printf -v ${NAME}_statuses '%s,' "\${@:2:$#-2}"
        builtin printf -v ${NAME}_record '%s\\t%s\\t%s\\t%q\\t%q' "$1\${${NAME}_state[4]-}" "\${!-}" "$${NAME}_statuses" "$PWD" "$BASH_COMMAND"
        if [[ \${#${NAME}_record} -gt ${LONGEST} ]]; then
          builtin printf -v ${NAME}_record '%s\\t%s\\t%s\\t%q\\t' "$1\${${NAME}_state[4]-}" "\${!-}" "$${NAME}_statuses" "$PWD"
        fi
        if {
          while [[ \${#${NAME}_record} -gt ${PIECE} ]]; do
            builtin printf '%s\\tmore\\t%s\\n' "$${NAME}_id" "\${${NAME}_record:0:${PIECE}}"
            ${NAME}_record=\${${NAME}_record:${PIECE}}
          done
          builtin printf '%s\\tlast\\t%s\\n' "$${NAME}_id" "$${NAME}_record"
        } >>${quoted(log)}; then
          builtin :
        else
          ${NAME}_state[1]=1
        fi
      fi
    fi
    ${NAME}_state[3]=\${!#}
    builtin : "\${!#}"
  }`;
}

/**
 * Sets the state (announcements so far, whether it has stopped, role) where the shell is to testify.
 * One command without `;`, `|`, `&` or a newline needs no witness, its status is the line's own; and without traps bash replaces
 * itself by it as ever. A script gets an EXIT trap with its first command (so that one from elsewhere gets none), if its text shows
 * that it sets no traps itself: bash would not catch the signals for them any more, see below.
 * Any DEBUG trap at all makes bash forget a job that ended before `wait -n`, and close the pipes of a coprocess that ended
 * before it is read: such a line is left alone.
 */
function role({ log, parent }: EnvironmentFile): string {
  const line = '$BASH_EXECUTION_STRING';
  return `  elif [[ -z \${BASH_EXECUTION_STRING+x} ]]; then
    builtin mapfile -n 1 -s ${MOST_LINES} ${NAME}_lines <${quoted(log)}
    if [[ \${#${NAME}_lines[@]} == 0 ]]; then
${chain(parent)}
      if builtin printf '%s\\t0\\tscript\\t%s\\t%.${LONGEST_PLACE}q\\t%.${LONGEST_PLACE}q\\n' "$BASHPID" "$${NAME}_chain" "$PWD" "$0" >>${quoted(log)}; then
        ${NAME}_state=(0 0 script)
        if [[ -f $0 ]]; then
          builtin mapfile -n ${MOST_COMMANDS} ${NAME}_lines <"$0"
          ${NAME}_chain="\${${NAME}_lines[*]}"
          if [[ \${#${NAME}_lines[@]} -lt ${MOST_COMMANDS} && $${NAME}_chain != *trap* && $${NAME}_chain != *source* && $${NAME}_chain != *eval* && $${NAME}_chain != *'. '* ]]; then
            ${NAME}_state[5]=1
          fi
        fi
      fi
    fi
    builtin unset ${NAME}_lines ${NAME}_chain ${NAME}_pid ${NAME}_stat
  elif [[ $PPID == ${parent} && ! -s ${quoted(log)} ]]; then
    if [[ ${line} == *[\\;\\|\\&$'\\n']* || ${line} == [[:space:]!]* || ${line} == time* ]] && [[ ${line} != *wait\\ -n* && ${line} != *coproc* ]]; then
      if builtin printf '%s\\t0\\touter\\t\\t%.${LONGEST_PLACE}q\\n' "$BASHPID" "$PWD" >>${quoted(log)}; then
        ${NAME}_state=(0 0 outer)
      fi
    else
      if builtin printf '%s\\t0\\talone\\t\\t%.${LONGEST_PLACE}q\\n' "$BASHPID" "$PWD" >>${quoted(log)}; then builtin :; fi
    fi`;
}

/** The processes above, from the parent on, as far as the system tells: a script is started by `make`, `timeout`, ... as well. */
function chain(parent: number): string {
  return `      ${NAME}_chain='' ${NAME}_pid=$PPID ${NAME}_stat=''
      while [[ \${#${NAME}_chain} -lt ${LONGEST_PLACE} && -n $${NAME}_pid && $${NAME}_pid != *[!0-9]* && $${NAME}_pid != ${parent} ]]; do
        ${NAME}_chain=$${NAME}_chain$${NAME}_pid,
        if builtin read -r ${NAME}_stat </proc/$${NAME}_pid/stat; then
          ${NAME}_stat=\${${NAME}_stat##*\\) ? }
          ${NAME}_pid=\${${NAME}_stat%% *}
        else
          ${NAME}_pid=''
        fi
      done`;
}

/**
 * Bash gives a function that ends its DEBUG trap back, so the trap can be taken away only outside of it.
 * In the EXIT trap bash announces our own commands as well, as if they were the one before them; the mark tells them apart.
 */
function call(kind: 'begins' | 'end'): string {
  const announce = `${NAME} ${kind} "\${PIPESTATUS[@]}" "\${_-}"`;
  if (kind === 'end') return `{ ${NAME}_state[4]=!; ${announce}; } 2>/dev/null`;
  const stopped = `[[ \${${NAME}_state[1]-0} == 1 ]]`;
  return `{ ${announce}; if ${stopped}; then builtin trap - DEBUG; builtin : "\${${NAME}_state[3]-}"; fi; } 2>/dev/null`;
}

/**
 * With an EXIT trap bash catches the signals that end it, and while it waits for a child it ends only after the child. So they
 * are given back: a trap that is set and taken away leaves what was there when bash looked first, which is before the EXIT trap.
 */
function scriptsEnd(): string {
  const giveBack = `for ${NAME}_signal in HUP INT ILL TRAP ABRT BUS FPE SEGV SYS PIPE ALRM TERM XCPU XFSZ VTALRM USR1 USR2; do builtin trap : $${NAME}_signal; builtin trap - $${NAME}_signal; done`;
  return `          ${giveBack}
          builtin trap '${call('end')}' EXIT
          ${giveBack}
          builtin unset ${NAME}_signal`;
}

/** A trap that the person's own BASH_ENV has set stays, and nothing is testified. */
function unlessTrapped(previous: string | null): string {
  return previous === null ? '' : ' && -z $(builtin trap -p)';
}

/** As one word for bash. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
