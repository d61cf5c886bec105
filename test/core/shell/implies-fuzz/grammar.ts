// Random bash lines over probes p1, p2, ...: each probe stands once, so that its runs are told apart.

/** A stream of random numbers from 0 to below 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Make = {
  next: () => number;
  probes: number;
  most: number;
  functions: number;
  /** Quotes that the text stands in. */
  quoted: boolean;
  inLoop: boolean;
  inFunction: boolean;
};

const pick = <T>(make: Make, ...choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(make.next() * choices.length)] ?? choices[0];

const chance = (make: Make, share: number) => make.next() < share;

/** One random line, its probes numbered in the order in which they stand. */
export function randomLine(next: () => number, most: number): string {
  const make: Make = {
    next,
    probes: 0,
    most,
    functions: 0,
    quoted: false,
    inLoop: false,
    inFunction: false,
  };
  const opening = chance(make, 0.3) ? pick(make, ...OPENINGS) : '';
  const line = opening + list(make, 3);
  return /\bp\d/.test(line) ? line : `${line}; ${probe(make)}`;
}

const OPENINGS = [
  'set -e; ',
  'set -e\n',
  'set -eu; ',
  'set -euo pipefail\n',
  'set +o pipefail; ',
  'rc=0; ',
  'rc=0\n',
  'rc=1; ',
  "trap 'rc=$?; exit $rc' EXIT; ",
  'set -e; rc=0; ',
] as const;

function probe(make: Make): string {
  if (make.probes >= make.most) return pick(make, 'true', 'false', ':', 'echo x', 'cd .');
  make.probes += 1;
  return `p${make.probes}`;
}

function list(make: Make, depth: number): string {
  const count = 1 + Math.floor(make.next() * 3);
  let text = statement(make, depth);
  for (let at = 1; at < count; at += 1) {
    const joint = pick(make, '; ', '; ', '\n', ' && ', ' && ', ' || ', ' && ');
    text += needsNewline(text) ? '\n' : text.endsWith('&') && !text.endsWith('&&') ? ' ' : joint;
    text += statement(make, depth);
  }
  return text;
}

const needsNewline = (text: string) => text.endsWith('\nE') || /\n?(alias|shopt) [^;\n]*$/.test(text);

/** A list with what closes it. */
function closed(make: Make, depth: number): string {
  const text = list(make, depth - 1);
  return needsNewline(text) ? `${text}\n` : text.endsWith('&') ? `${text} ` : `${text}; `;
}

function statement(make: Make, depth: number): string {
  if (depth <= 0 || chance(make, 0.3)) return simple(make);
  const kind = Math.floor(make.next() * 12);
  switch (kind) {
    case 0:
      return `{ ${closed(make, depth)}}`;
    case 1:
      return `(${closed(make, depth)})`;
    case 2:
      return conditional(make, depth);
    case 3:
      return loop(make, depth);
    case 4:
      return choice(make, depth);
    case 5:
      return definition(make, depth);
    case 6:
      return pipeline(make, depth);
    case 7:
      return nested(make, depth);
    case 8:
      return substitution(make, depth);
    case 9:
      return aside(make, depth);
    case 10:
      return idiom(make);
    default:
      return odd(make, depth);
  }
}

function simple(make: Make): string {
  const text = probe(make);
  const shape = Math.floor(make.next() * 20);
  switch (shape) {
    case 0:
      return `! ${text}`;
    case 1:
      return pick(make, `! ! ${text}`, `time ${text}`, `! time ${text}`);
    case 2:
      return pick(make, `env ${text}`, `nice ${text}`, `timeout 5 ${text}`, `command ${text}`);
    case 3:
      return pick(make, `A=1 ${text}`, `rc=5 ${text}`, `env A=1 ${text}`);
    case 4:
      return pick(make, `${text} > /dev/null 2>&1`, `${text} < /dev/null`, `${text} >&2`);
    case 5:
      return pick(make, `${text} > /nonexistent/x`, `${text} < /nonexistent/x`);
    case 6:
      return pick(make, `${text} | cat`, `${text} 2>&1 | tail -1`, `echo | ${text}`, `${text} |& cat`);
    case 7:
      return status(make);
    case 8:
      return leaving(make);
    default:
      return text;
  }
}

function status(make: Make): string {
  return pick(
    make,
    'rc=$?',
    'rc=0',
    'rc=1',
    `${probe(make)} || rc=1`,
    `${probe(make)} || rc=$?`,
    `${probe(make)} && rc=0`,
    `${probe(make)}; rc=$?`,
    '[ $? -eq 0 ]',
    '[ $rc -eq 0 ]',
    '[ "$rc" -ne 0 ]',
    '[[ $rc == 0 ]]',
    '[[ $? -ne 0 ]]',
    '[[ -z $rc || $rc -eq 0 ]]',
    'test $rc = 0',
    '[ ! $rc = 0 ]',
    '((rc == 0))',
    '(( rc ))',
    '((rc |= $?))',
    'rc=$((rc + $?))',
    'rc=$((rc | $?))',
    'rc=$(( $? != 0 || rc ))',
    'rc=$((rc ? rc : $?))',
    'rc=${PIPESTATUS[0]}',
    'ok=$rc',
    'rc=${ok:-1}',
    'unset rc',
    '(exit $?)',
    '(exit $rc)',
    'let rc=$?',
    'rc+=1',
    'let rc+=1',
  );
}

function leaving(make: Make): string {
  const inner = make.inLoop
    ? pick(make, 'break', 'continue', 'break 2', 'continue 2', 'break', 'continue')
    : 'exit';
  const back = make.inFunction
    ? pick(make, 'return', 'return 1', 'return 0', 'return $rc', 'return $?')
    : inner;
  return pick(
    make,
    'exit 0',
    'exit 1',
    'exit',
    'exit $?',
    'exit $rc',
    'exit "$rc"',
    'exit 256',
    'exit ${PIPESTATUS[0]}',
    'exit $((rc + $?))',
    'exit $(( $? ? 1 : 0 ))',
    inner,
    inner,
    back,
    back,
    'return 3',
    'break',
    `${probe(make)} || exit 1`,
    `${probe(make)} || ${back}`,
    `${probe(make)} && ${inner}`,
    `${probe(make)} || { echo bad; exit 1; }`,
  );
}

function conditional(make: Make, depth: number): string {
  const test = chance(make, 0.3)
    ? `${status(make)}; `
    : chance(make, 0.3)
      ? `! ${probe(make)}; `
      : closed(make, 1);
  const others = chance(make, 0.5) ? `else ${closed(make, depth)}` : '';
  const middle = chance(make, 0.2) ? `elif ${closed(make, 1)}then ${closed(make, depth)}` : '';
  return `if ${test}then ${closed(make, depth)}${middle}${others}fi`;
}

function loop(make: Make, depth: number): string {
  const was = make.inLoop;
  make.inLoop = true;
  const body = closed(make, depth);
  const test = pick(
    make,
    probe(make),
    `! ${probe(make)}`,
    'true',
    '[ -n "$rc" ]',
    '((n++ < 2))',
    'read x',
    status(make),
  );
  make.inLoop = was;
  const list = pick(make, '1 2', 'a', '1 2 3 4 5 6', '$NOPE', '"$NOPE"', '{1..3}', '$(echo 1 2)', '*', '$rc');
  return pick(
    make,
    `for i in ${list}; do ${body}done`,
    `for i in ${list}; do ${body}done`,
    `for ((i=0; i<2; i++)); do ${body}done`,
    `while ${test}; do ${body}break; done`,
    `until ${test}; do ${body}break; done`,
    `n=0; while ((n++ < 2)); do ${body}done`,
    `echo 1 | while read x; do ${body}done`,
    `while read x; do ${body}done <<< 1`,
  );
}

function choice(make: Make, depth: number): string {
  const word = pick(make, 'x', '$rc', '"$rc"', '$?', '$NOPE', '"$NOPE"', '$i');
  const pattern = pick(make, 'x', '0', '1', '*', '0|1', '"0"', '[0-9]*', "''");
  const end = pick(make, ';;', ';;', ';;', ';&', ';;&');
  const rest = chance(make, 0.6) ? `${pick(make, '*', '0', 'x')}) ${closed(make, depth)};; ` : '';
  return `case ${word} in ${pattern}) ${ended(closed(make, depth))}${end} ${rest.replace(/; ;;/, ';;')}esac`.replace(
    /; ;;/g,
    ';;',
  );
}

const ended = (text: string) => text.replace(/; $/, ' ');

function definition(make: Make, depth: number): string {
  const { inLoop, inFunction } = make;
  make.functions += 1;
  const name = pick(make, `f${make.functions}`, `f${make.functions}`, 'f1', 'check');
  make.inFunction = true;
  make.inLoop = false;
  const local = pick(make, '', '', '', 'local rc; ', 'local rc=$?; ', 'local rc=0; ');
  const body = local + closed(make, depth);
  make.inFunction = inFunction;
  make.inLoop = inLoop;
  const define = pick(make, `${name}() { ${body}}`, `${name}() ( ${body})`, `function ${name} { ${body}}`);
  const call = pick(
    make,
    `; ${name}`,
    `; ${name}`,
    `; ${name} || ${probe(make)}`,
    `; ${name} && ${probe(make)}`,
    `; ${name} | cat`,
    `; x=$(${name})`,
    `; ${name}; rc=$?`,
    `; if ${name}; then ${probe(make)}; fi`,
    `; rc=7 ${name}`,
    '',
  );
  return define + call;
}

function pipeline(make: Make, depth: number): string {
  const member = () =>
    chance(make, 0.5)
      ? probe(make)
      : pick(make, `{ ${closed(make, depth)}}`, `(${closed(make, depth)})`, 'cat', 'tail -1');
  const first = chance(make, 0.2) ? '! ' : '';
  const third = chance(make, 0.2) ? ` | ${member()}` : '';
  const after = chance(make, 0.3)
    ? pick(
        make,
        '; exit ${PIPESTATUS[0]}',
        '; rc=${PIPESTATUS[0]}',
        '; test ${PIPESTATUS[0]} -eq 0',
        '; [ "${PIPESTATUS[1]}" = 0 ]',
        '; [[ ${PIPESTATUS[0]} -eq 0 && $? -eq 0 ]]',
        '; s=("${PIPESTATUS[@]}"); exit ${s[0]}',
      )
    : '';
  return `${first}${member()} ${pick(make, '|', '|', '|&')} ${member()}${third}${after}`;
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function nested(make: Make, depth: number): string {
  const { inLoop, inFunction, quoted } = make;
  make.inLoop = false;
  if (quoted) return `(${closed(make, depth)})`;
  make.quoted = true;
  const text = closed(make, depth).replace(/; $/, '');
  make.quoted = quoted;
  make.inLoop = inLoop;
  make.inFunction = inFunction;
  return pick(
    make,
    `bash -c ${quote(text)}`,
    `bash -ec ${quote(text)}`,
    `bash -o pipefail -c ${quote(text)}`,
    `bash -euo pipefail -c ${quote(text)}`,
    `sh -c ${quote(text)}`,
    `sh -ec ${quote(text)}`,
    `timeout 5 bash -c ${quote(text)}`,
    `eval ${quote(text)}`,
    `eval ${quote(text)}`,
    `echo ${quote(text)} | bash`,
    `bash <<'E'\n${text}\nE`,
    `bash -s <<< ${quote(text)}`,
    `exec bash -c ${quote(text)}`,
    `trap ${quote(text)} EXIT`,
    `trap ${quote(text)} ERR`,
  );
}

function substitution(make: Make, depth: number): string {
  const script = closed(make, depth).replace(/; $/, '');
  const wrapped = needsNewline(script) ? `${script}\n` : script;
  return pick(
    make,
    `x=$(${wrapped})`,
    `x=$(${wrapped})`,
    `x="a$(${wrapped})"`,
    `x=$(set -e; ${wrapped})`,
    `echo $(${wrapped})`,
    `export x=$(${wrapped})`,
    `cat <<< "$(${wrapped})"`,
    `[ "$(${wrapped}; echo ok)" = ok ]`,
    `x=$(${wrapped}) y=$(${probe(make)})`,
    `x=$(${wrapped})$(${probe(make)})`,
    `x=\${NOPE:-$(${wrapped})}`,
    `a=($(${wrapped}))`,
    `A=$(${wrapped}) ${probe(make)}`,
    `${probe(make)} "$(${wrapped})"`,
    `[[ $(${wrapped}) == "" ]]`,
    `cat <(${wrapped})`,
    `${probe(make)} > >(cat)`,
    `x=$(${wrapped}) || exit 1`,
    `case $(${wrapped}) in *) ${probe(make)};; esac`,
    `for i in $(${wrapped}) 1; do ${probe(make)}; done`,
  );
}

function aside(make: Make, depth: number): string {
  const body = chance(make, 0.5) ? probe(make) : `{ ${closed(make, depth)}}`;
  return pick(
    make,
    `${body} &`,
    `${body} & wait $!`,
    `${body} & wait`,
    `${body} & pid=$!; ${probe(make)}; wait $pid`,
    `${body} & a=$!; ${probe(make)} & b=$!; wait $a && wait $b`,
    `${body} & a=$!; ${probe(make)} & b=$!; wait $a $b`,
    `${body} & a=$!; wait $a || exit 1`,
    `${body} & wait -n`,
    `${body} & wait $! || rc=1`,
    `${body} & kill $!; wait $!`,
    `coproc ${body.startsWith('{') ? body : `{ ${body}; }`}`,
    `(${probe(make)} &)`,
    `${body} && ${probe(make)} & wait $!`,
  );
}

function idiom(make: Make): string {
  return pick(
    make,
    `rc=0; for t in 1 2; do ${probe(make)} || rc=1; done; exit $rc`,
    `if ! ${probe(make)}; then exit 1; fi`,
    `${probe(make)}; [ $? -eq 0 ] || exit 1`,
    `${probe(make)}; if [ $? -ne 0 ]; then exit 1; fi`,
    `${probe(make)}; rc=$?; ${probe(make)}; exit $rc`,
    `fail() { echo "$1"; exit 1; }; ${probe(make)} || fail x`,
    `run() { "$@" || exit 1; }; run ${probe(make)}`,
    `run() { "$@"; }; run ${probe(make)} && run ${probe(make)}`,
    `${probe(make)} && echo ok || { echo failed; exit 1; }`,
    `${probe(make)} && echo ok || echo failed`,
    `(set -e; ${probe(make)}; ${probe(make)})`,
    `set -e; ${probe(make)}; ${probe(make)}`,
    `${probe(make)} > log 2>&1; rc=$?; tail -1 log; exit $rc`,
    `${probe(make)} 2>&1 | tee log; exit \${PIPESTATUS[0]}`,
    `code=0; ${probe(make)} || code=$?; [ "$code" -eq 0 ]`,
    `a=0; b=0; ${probe(make)} || a=1; ${probe(make)} || b=1; [ $a -eq 0 ] && [ $b -eq 0 ]`,
    `a=0; b=0; ${probe(make)} || a=1; ${probe(make)} || b=1; [ $((a + b)) -eq 0 ]`,
    `ok=true; ${probe(make)} || ok=false; $ok`,
    `ok=1; ${probe(make)} || ok=; [ -n "$ok" ]`,
    `ok=1; ${probe(make)} || ok=0; [[ $ok == 1 ]]`,
    `case $? in 0) ${probe(make)};; *) exit 1;; esac`,
    `for i in 1 2 3; do ${probe(make)} && break; done`,
    `for i in 1 2 3; do ${probe(make)} || break; done`,
    `n=0; until ${probe(make)}; do n=$((n+1)); [ $n -ge 2 ] && exit 1; done`,
    `while :; do ${probe(make)} || exit 1; break; done`,
    `trap 'rm -f log' EXIT; ${probe(make)}`,
    `echo x | xargs -n1 ${probe(make)}`,
    `find . -maxdepth 0 -exec ${probe(make)} {} \\;`,
    `find . -maxdepth 0 -exec ${probe(make)} {} +`,
  );
}

function odd(make: Make, depth: number): string {
  const p = probe(make);
  return pick(
    make,
    'set -e',
    'set +e',
    'set -o pipefail',
    'set +o pipefail',
    'set -u; echo $NOPE',
    `echo $((1/0)); ${p}`,
    `echo $((1/0))\n${p}`,
    `: \${NOPE?x}; ${p}`,
    `(: \${NOPE?x}; ${p}); ${probe(make)}`,
    `${p}; readonly rc; rc=0; ${probe(make)}`,
    `${p} || readonly rc=1; rc=0; exit $rc`,
    `trap 'exit 0' EXIT; ${p}`,
    `trap 'true' EXIT; ${p}`,
    `trap 'rc=$?; echo; exit $rc' EXIT; ${p}`,
    `trap 'exit 0' EXIT; trap - EXIT; ${p}`,
    `trap '${probe(make)}; exit' EXIT; ${p}`,
    `trap 'exit 0' ERR; ${p}`,
    `trap 'echo err' ERR; ${p}`,
    `{ ${closed(make, depth)}} > /dev/null`,
    // What versions of bash do in different ways.
    `x=\${ ${closed(make, depth)}}`,
    `echo \${ exit 0; }; ${p}`,
    `for i in 1 2; do (break); ${p}; done`,
    `for i in 1; do x=$(continue; ${p}); done`,
    `{ ${p}; } > /nonexistent/x`,
    `x=\${rc^^}; ${p} || exit 1`,
    `${p} || exit no`,
    `set -e; (${p}); ${probe(make)}`,
    `set -e; ${p} | while read x; do :; done; ${probe(make)}`,
    `set -e; ${p} || rc=1; [[ -z $rc ]]; ${probe(make)}`,
    `coproc ${p}; wait $!`,
    `{ ${closed(make, depth)}} > /nonexistent/x`,
    `(${closed(make, depth)}) < /nonexistent/x`,
    `${p}() { true; }; ${p}`,
    `${p}() { command ${p} || true; }; ${p}`,
    `exit() { true; }; ${p} || exit 1; ${probe(make)}`,
    `f1() { ${p}; }; unset -f f1; f1`,
    `exec ${p}`,
    'exec 3>&1',
    'exec 2>/dev/null',
    'exec 2>/nonexistent/x',
    `exec nonexistent; ${p}`,
    `shopt -s inherit_errexit\nset -e\nx=$(${p}; ${probe(make)})`,
    `shopt -s expand_aliases\nalias ${p}=true\n${p}`,
    `alias ${p}=true; ${p}`,
    `hash -p /bin/true ${p}; ${p}`,
    `eval "$NOPE"; ${p}`,
    `x=true; $x; ${p}`,
    `command exit 0; ${p}`,
    `builtin exit 1; ${p}`,
    `command eval '${p}; true'`,
    `${p} || return 1; ${probe(make)}`,
    `break; ${p}`,
    `for i in 1; do (break; ${p}); ${probe(make)}; done`,
    `for i in 1 2; do for j in 1 2; do ${p} || break 2; done; done`,
    `for i in 1 2; do for j in 1 2; do ${p} || continue 2; done; ${probe(make)}; done`,
    `(exit 3); ${p}`,
    `set -- a b; for x; do ${p} || exit 1; done`,
    `set -e; f1() { ${p}; ${probe(make)}; }; f1 && true; ${probe(make)}`,
    `set -e; f1() { ${p}; ${probe(make)}; }; if f1; then :; fi`,
    `set -e; { ${p}; ${probe(make)}; } || true`,
    `set -e; ${p} && ${probe(make)}; true`,
    `set -e; x=$(${p}; true); ${probe(make)}`,
    `set -e; local x=$(${p})`,
    `set -e; (${p}; ${probe(make)}) || exit 1`,
    `set -e; ! { ${p}; ${probe(make)}; }; ${probe(make)}`,
    `set -e; while ${p}; do ${probe(make)}; break; done; ${probe(make)}`,
    `set -e; ((0)); ${p}`,
    `set -e; [[ -z x ]] || ${p}; ${probe(make)}`,
    `wait; ${p}`,
    `set -n; ${p}`,
    `set -t; ${p}; true`,
    `PATH=/fake:$PATH; ${p}`,
    `source /dev/null; ${p}`,
    `kill $$; ${p}`,
    `${p} & disown; wait $!`,
    `${p} & (wait $!)`,
    `set -- ${p}; "$@"`,
    `set -- 1 0; ${p} || exit $1; ${probe(make)}`,
    `f1() { return $1; }; ${p} || f1 1`,
    `f1() { local rc=$1; shift; "$@" || rc=1; return $rc; }; f1 0 ${p}`,
    `f1() { exit; }; ${p}; f1`,
    `f1() { ${p} || exit 1; }; (f1); ${probe(make)}`,
    `f1() { trap 'exit 0' EXIT; }; f1; ${p}`,
    `f1() { set -e; ${p}; ${probe(make)}; }; f1 || true; ${probe(make)}; ${probe(make)}`,
    `a=(0 1); ${p} || exit \${a[1]}; ${probe(make)}`,
    `rc=1; rc[0]=0; ${p} || exit $rc; ${probe(make)}`,
    `rc=1; read rc <<< 0; ${p} || exit $rc; ${probe(make)}`,
    `rc=1; printf -v rc 0; ${p} || exit $rc; ${probe(make)}`,
    `rc=0; trap "exit $rc" EXIT; ${p} || rc=1`,
    `rc=0; bash -c "${p}; exit $rc"`,
    `bash -c "${p}; exit \\$?"`,
    `eval "rc=1; ${p} && rc=0"; exit $rc`,
    `sh -c '${p} &> /dev/null'`,
    `sh -c 'n=0; ${p} || ((n++)); exit $n'`,
    `sh -c 'rc=; ${p} || rc+=x; [ -z "$rc" ]'`,
    `sh -c 'rc+=1 || exit 0; ${p}'`,
    `sh -c '${p} | cat; exit $PIPESTATUS'`,
    `sh -c '${p} || x=1; if [[ -n $x ]]; then exit 1; fi; ${probe(make)}'`,
    `shopt -s expand_aliases\nalias a1='true #'\na1; ${p} && ${probe(make)}`,
    `shopt -s expand_aliases\nalias a1='echo x'\na1 && ${p}`,
    `trap 'exit 0' CHLD; ${p}; ${probe(make)}`,
    `sh -c 'return 0; ${p}'`,
    `sh -c 'set -e; ${p}; ${probe(make)}' || exit 1`,
    `sh -c 'x=$(${p}) && ${probe(make)}'`,
    `fail=; for i in 1 2; do ${p} || fail="$fail $i"; done; [ -z "$fail" ]`,
    `fail=0; for i in 1 2 3 4 5 6; do ${p} || fail=$((fail+1)); done; [ $fail -eq 0 ]`,
    `fail=0; for i in *; do ${p} || ((fail++)); done; (( fail == 0 ))`,
    `n=0; while [ $n -lt 2 ]; do ${p} || exit 1; n=$((n+1)); done`,
    `for i in 1 2; do ${p} || { rc=1; break; }; ${probe(make)}; done; exit \${rc:-0}`,
    `if ${p}; then rc=0; else rc=$?; fi; exit $rc`,
    `${p}; [ $? -eq 0 ] && ${probe(make)} || exit 1`,
    `${p}; case $? in 0) ${probe(make)};; *) exit 1;; esac`,
    `${p} | ${probe(make)}; exit $((PIPESTATUS[0] | PIPESTATUS[1]))`,
    `${p} | ${probe(make)}; [ \${PIPESTATUS[0]} -eq 0 ] && [ \${PIPESTATUS[1]} -eq 0 ]`,
    `${p} || ${probe(make)} || exit 1; ${probe(make)}`,
    `(${p}; exit $?) || exit; ${probe(make)}`,
    `exec > >(cat) 2>&1; ${p}; ${probe(make)}`,
    `coproc { ${p}; }; wait $COPROC_PID`,
    `time { ${p}; ${probe(make)}; }`,
    `trap 'echo bye' EXIT; trap; ${p}`,
    `(trap 'exit 0' EXIT; ${p}) && ${probe(make)}`,
    `{ ${p}; exit; } | cat; ${probe(make)}`,
    `x=$(${p} | ${probe(make)}); exit $?`,
    `x=1 y=$(${p}) z=2; exit $?`,
    `[ "$(${p})" ] || ${probe(make)}`,
    `set -e; f1() { ${p}; }; x=$(f1); ${probe(make)}`,
    `set -e; if ! ${p}; then ${probe(make)}; fi; ${probe(make)}`,
    `set -e; ${p} || { ${probe(make)}; ${probe(make)}; }; true`,
    `set -e; until ${p}; do ${probe(make)}; done`,
    `set -e; case x in x) ${p}; ${probe(make)};; esac`,
    `set -e; trap '${probe(make)}' EXIT; ${p}; true`,
    `set -e; (set +e; ${p}; ${probe(make)}); true`,
    `set -e; eval '${p}; ${probe(make)}' || true`,
    `set -e; bash -c '${p}; ${probe(make)}'; true`,
  );
}
