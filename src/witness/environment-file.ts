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
 * What a shell that testifies remembers, in one array: its announcements so far, whether it has stopped, its role, the person's
 * `$_`, the mark of the EXIT trap, the processes above a script, whether `$_` has been the person's yet.
 */
const [COUNT, STOPPED, ROLE, LAST, MARK, ABOVE, BEGUN] = [0, 1, 2, 3, 4, 5, 6].map(
  (slot) => `${NAME}_state[${slot}]`,
) as [string, string, string, string, string, string, string];

/**
 * Text of the file. The line's own shell gets a DEBUG and an EXIT trap, and so does a shell that runs a script file; any
 * other shell (`bash -c`, a script on stdin, an interactive one) gets nothing, not even another `$_`. The DEBUG trap is set by
 * the very last command, so that it sees none of this. Every bash has to be able to parse it.
 */
export function environmentFile(file: EnvironmentFile): string {
  const { log, previous } = file;
  return `${previous === null ? '' : sourcing(previous)}{
if [[ ${isKnown()} && $- != *[irsv]* && -z \${BASH_XTRACEFD-} && -w ${quoted(log)}${unlessTrapped(previous)} ]]; then
${role(file)}
  if [[ -z \${${NAME}_state+x} ]]; then
    [[ 1 ]]
  elif builtin shopt -q restricted_shell; then
    builtin unset ${NAME}_state
  else
${handler(log)}
    if [[ \${${ROLE}} == outer ]]; then
      builtin trap '${call('end')}' EXIT
    fi
    builtin trap '${call('begins')}' DEBUG
  fi
fi
} 2>/dev/null
`;
}

/** Bash 4.4 or later: older ones announce the end of a line otherwise, and in 3.2 a DEBUG trap overwrites PIPESTATUS. */
function isKnown(): string {
  const [major, minor] = ['${BASH_VERSINFO[0]-0}', '${BASH_VERSINFO[1]-0}'];
  return `( ${major} -ge 5 || ( ${major} == 4 && ${minor} -ge 4 ) )`;
}

/** In double quotes bash expands it as it expands BASH_ENV itself. */
function sourcing(previous: string): string {
  const name = `"${previous.replaceAll('"', '\\"')}"`;
  return `if [[ -f ${name} ]]; then . ${name}; fi\n`;
}

/** The function that the traps call with `begins` or `end`, the statuses of what ended before, and the person's `$_`. */
function handler(log: string): string {
  const isFirst = `\${${COUNT}}\${${ROLE}} == 1script`;
  return `    ${NAME}() {
      if [[ \${${STOPPED}-1} == 0 ]]; then
        ${COUNT}=$((${COUNT} + 1))
        builtin local ${NAME}_text ${NAME}_statuses ${NAME}_background ${NAME}_lines ${NAME}_signal ${NAME}_id="$BASHPID"$'\\t'"\${${COUNT}}"
        builtin trap '' XFSZ
        if [[ ${isFirst} ]]; then
${scriptBegins(log)}
        fi
        if [[ ${stops(isFirst)} ]]; then
          ${STOPPED}=1
          if builtin printf '%s\\tcut\\n' "$${NAME}_id" >>${quoted(log)}; then builtin :; fi
          if [[ $(builtin trap -p EXIT) == *${NAME}* ]]; then builtin trap - EXIT; fi
        elif [[ \${${STOPPED}} == 0 ]]; then
          if [[ ${isFirst} && ${setsNoTrap()} ]]; then
${scriptsEnd()}
          fi
${announces(log)}
        fi
        builtin trap - XFSZ
      fi
      if [[ -n \${${BEGUN}-} ]]; then ${LAST}=\${!#}; fi
      ${BEGUN}=1
    }`;
}

/**
 * Where it says no more: options that announce what stands inside as well, a shell that is about to forbid what a record needs, and
 * scripts that lie elsewhere (the shims of version managers, installed tools), which are nobody's checks. In an EXIT trap bash before
 * 5.1 takes our own command for the one that begins.
 */
function stops(isFirst: string): string {
  const forbids = [
    '*XFSZ*',
    ...['[0-9]', '[0-9][0-9]'].map((number) => `ulimit\\ *n\\ ${number}`),
    ...['', '[a-z]', '[a-z][a-z]'].map((letters) => `set\\ -${letters}r*`),
  ];
  return [
    '$- == *[Tv]*',
    ':${BASHOPTS-}: == *:lastpipe:*',
    '-n ${BASH_XTRACEFD-}',
    `\${${COUNT}} -gt ${MOST_COMMANDS}`,
    `( -z \${${MARK}-} && ( ${forbids.map((pattern) => `$BASH_COMMAND == ${pattern}`).join(' || ')} ) )`,
    `( ${isFirst} && \${BASH_SOURCE[1]-} == /* && \${BASH_SOURCE[1]-} != "$PWD"/* )`,
  ].join(' || ');
}

/** One record. Before bash 5 `$!` is an error under `set -u` until something was started, in whatever form it is asked for. */
function announces(log: string): string {
  const begins = `"$1\${${MARK}-}" "$${NAME}_background" "$${NAME}_statuses" "$PWD"`;
  return `          if [[ $- == *u* && \${BASH_VERSINFO[0]} == 4 ]]; then
            builtin set +u
            ${NAME}_background=$!
            builtin set -u
          else
            ${NAME}_background=\${!-}
          fi
          builtin printf -v ${NAME}_statuses '%s,' "\${@:2:$#-2}"
          builtin printf -v ${NAME}_text '%s\\t%s\\t%s\\t%q\\t%q' ${begins} "$BASH_COMMAND"
          if [[ \${#${NAME}_text} -gt ${LONGEST} ]]; then
            builtin printf -v ${NAME}_text '%s\\t%s\\t%s\\t%q\\t' ${begins}
          fi
          if {
            while [[ \${#${NAME}_text} -gt ${PIECE} ]]; do
              builtin printf '%s\\tmore\\t%s\\n' "$${NAME}_id" "\${${NAME}_text:0:${PIECE}}"
              ${NAME}_text=\${${NAME}_text:${PIECE}}
            done
            builtin printf '%s\\tlast\\t%s\\n' "$${NAME}_id" "$${NAME}_text"
          } >>${quoted(log)}; then
            builtin :
          else
            ${STOPPED}=1
          fi`;
}

/** A script says where it stands with its first command: bash 5.0 and 5.1 do not know its name before. */
function scriptBegins(log: string): string {
  return `          if builtin printf '%s\\t0\\tscript\\t%s\\t%.${LONGEST_PLACE}q\\t%.${LONGEST_PLACE}q\\n' "$BASHPID" "\${${ABOVE}}" "$PWD" "\${BASH_SOURCE[1]-}" >>${quoted(log)}; then
            if [[ -f \${BASH_SOURCE[1]-} ]]; then
              builtin mapfile -n ${MOST_COMMANDS} ${NAME}_lines <"\${BASH_SOURCE[1]}"
            fi
          else
            ${STOPPED}=1
          fi`;
}

/** Whether the text of a script shows that it sets no traps itself: bash would not catch the signals for them any more, see below. */
function setsNoTrap(): string {
  const words = ['trap', 'source', 'eval', "'. '"].map((word) => `\${${NAME}_lines[*]} != *${word}*`);
  return `\${#${NAME}_lines[@]} -gt 0 && \${#${NAME}_lines[@]} -lt ${MOST_COMMANDS} && ${words.join(' && ')}`;
}

/** A line that starts a job: a \`&\` that belongs to no other sign. */
const WITH_JOB = ['*[!\\&\\<\\>\\|]\\&', '*[!\\&\\<\\>\\|]\\&[!\\&\\>]*'];

/**
 * Sets the state where the shell is to testify.
 * One command without `;`, `|`, `&` or a newline needs no witness, its status is the line's own; and without traps bash replaces
 * itself by it as ever.
 * Any DEBUG trap at all makes bash forget a job that ended before `wait -n`, and close the pipes of a coprocess that ended
 * before it is read: such a line is left alone. Before bash 5 it also makes bash speak of each job that a signal ended: so is a line
 * with a job then, and every script.
 * Whether a script may still be traced is looked up twice: bash reads on where it has skipped to the end, so a line that another
 * shell writes just then looks like one too many.
 */
function role({ log, parent }: EnvironmentFile): string {
  const line = '$BASH_EXECUTION_STRING';
  const several = [`${line} == *[\\;\\|\\&$'\\n']*`, `${line} == [[:space:]!]*`, `${line} == time*`].join(
    ' || ',
  );
  const without = ['*wait\\ -n*', '*coproc*'].map((pattern) => `${line} != ${pattern}`).join(' && ');
  const noJob = WITH_JOB.map((pattern) => `${line} != ${pattern}`).join(' && ');
  const says = (kind: string) =>
    `builtin printf '%s\\t0\\t${kind}\\t\\t%.${LONGEST_PLACE}q\\n%.0s' "$BASHPID" "$PWD" "\${_-}" >>${quoted(log)}`;
  return `  if [[ -z \${BASH_EXECUTION_STRING+x} ]]; then
    if [[ \${BASH_VERSINFO[0]} -ge 5 ]]; then
      ${NAME}_state=(0 0 script "\${_-}")
      builtin mapfile -n 1 -s ${MOST_LINES} ${NAME}_lines <${quoted(log)}
      if [[ \${#${NAME}_lines[@]} -gt 0 ]]; then
        builtin mapfile -n ${MOST_LINES + 1} ${NAME}_lines <${quoted(log)}
      fi
      if [[ \${#${NAME}_lines[@]} -le ${MOST_LINES} ]]; then
${chain(parent)}
      else
        builtin unset ${NAME}_state
      fi
      builtin unset ${NAME}_lines ${NAME}_pid ${NAME}_stat
    fi
  elif [[ $PPID == ${parent} && ! -s ${quoted(log)} ]]; then
    if [[ ( ${several} ) && ${without} && ( \${BASH_VERSINFO[0]} -ge 5 || ( ${noJob} ) ) ]]; then
      if ${says('outer')}; then
        ${NAME}_state=(0 0 outer "\${_-}")
      fi
    elif ${says('alone')}; then
      [[ 1 ]]
    fi
  fi`;
}

/** The processes above, from the parent on, as far as the system tells: a script is started by `make`, `timeout`, ... as well. */
function chain(parent: number): string {
  return `        ${ABOVE}='' ${NAME}_pid=$PPID ${NAME}_stat=''
        while [[ \${#${ABOVE}} -lt ${LONGEST_PLACE} && -n $${NAME}_pid && $${NAME}_pid != *[!0-9]* && $${NAME}_pid != ${parent} ]]; do
          ${ABOVE}=\${${ABOVE}}$${NAME}_pid,
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
  if (kind === 'end') return `{ ${MARK}=!; ${announce}; } 2>/dev/null`;
  return `{ ${announce}; if [[ \${${STOPPED}-0} == 1 ]]; then \\builtin trap - DEBUG; fi; \\builtin : "\${${LAST}-}"; } 2>/dev/null`;
}

/**
 * With an EXIT trap bash catches the signals that end it, and while it waits for a child it ends only after the child. So they
 * are given back: a trap that is set and taken away leaves what was there when bash looked first, which is before the EXIT trap.
 */
function scriptsEnd(): string {
  const giveBack = `for ${NAME}_signal in HUP INT ILL TRAP ABRT BUS FPE SEGV SYS PIPE ALRM TERM XCPU VTALRM USR1 USR2; do builtin trap : $${NAME}_signal; builtin trap - $${NAME}_signal; done`;
  return `            ${giveBack}
            builtin trap '${call('end')}' EXIT
            ${giveBack}`;
}

/** A trap that the person's own BASH_ENV has set stays, and nothing is testified. */
function unlessTrapped(previous: string | null): string {
  return previous === null ? '' : ' && -z $(builtin trap -p)';
}

/** As one word for bash. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
