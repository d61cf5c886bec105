// Scripts as people write them. Each must do the very same with the witness as without it.

/** `files`: what lies in the directory before. `input`: what stands on stdin. */
export type OrdinaryScript = {
  name: string;
  text: string;
  files?: Readonly<Record<string, string>>;
  input?: string;
};

const OPTIONS: readonly OrdinaryScript[] = [
  { name: 'errexit', text: 'set -e; echo a; false; echo b' },
  {
    name: 'errexit in a condition',
    text: 'set -e; if false; then echo x; fi; false || echo y; ! true; echo z',
  },
  { name: 'errexit and a failing substitution', text: 'set -e; v=$(false); echo never' },
  {
    name: 'errexit, a closed pipe without pipefail in a child',
    text: "bash -c 'set -e; v=$(seq 1 100000 | head -1); echo $v'",
  },
  { name: 'errexit and ERR', text: "set -eE; trap 'echo err $? $LINENO' ERR; f() { false; }; f; echo never" },
  { name: 'nounset', text: 'set -u; x=1; echo ${x} ${y:-none}; echo $z; echo never' },
  { name: 'pipefail by itself', text: 'set -o pipefail; false | true; echo $?; true | false; echo $?' },
  { name: 'xtrace', text: 'set -x; a=1; echo $a >f; cat f; [[ $a == 1 ]]; (echo sub); set +x; echo off' },
  { name: 'xtrace with PS4', text: "PS4='+ $LINENO: '; set -x\necho a\nf() {\n  echo in f\n}\nf\n" },
  { name: 'noclobber', text: 'set -C; echo a >f; echo b >f; echo $?; echo c >>f; cat f' },
  { name: 'noglob', text: 'set -f; echo *; set +f; echo s*' },
  { name: 'allexport', text: 'set -a; x=1; y=2; env | grep -E "^[xy]=" | sort; sh -c "echo $x$y"' },
  { name: 'extdebug', text: 'shopt -s extdebug; f() { echo "$1"; return 2; }; f a; echo $?; declare -F f' },
  { name: 'functrace', text: 'set -T; f() { echo in; }; f; (echo sub); echo $(echo sub2)' },
  {
    name: 'lastpipe',
    text: 'shopt -s lastpipe; echo 5 | read x; echo "x=$x"; printf "1\\n2\\n" | while read y; do z=$y; done; echo $z',
  },
  { name: 'posix', text: 'set -o posix; x=1 :; echo $x; export x; unset x; echo ${x-gone}' },
  {
    name: 'job control',
    text: 'set -m; sleep 0.05 & wait $!; echo $?; (sleep 0.05; exit 3) & wait $!; echo $?',
  },
  { name: 'option string', text: 'echo $-; set -eu; echo $-; echo $SHELLOPTS; shopt -q extglob; echo $?' },
  { name: 'restricted from some point', text: 'true; set -r; cd /; echo $?; echo x >f; echo $?; true' },
  {
    name: 'keywords anywhere',
    text: 'set -k; bash ./s2 B=2; true A=1; echo $?',
    files: { s2: 'echo $B; true\n' },
  },
  { name: 'one more command only', text: 'echo a\nset -t\necho b\necho c\n' },
  {
    name: 'functrace by an option of bash',
    text: 'bash -T ./s2; bash -O extdebug ./s2; echo $?',
    files: { s2: 'f() { echo in; false; }; f; (echo sub); echo $?\n' },
  },
  {
    name: 'tracing into a file',
    text: 'exec 5>trace; BASH_XTRACEFD=5; set -x; echo a; f() { echo b; }; f; set +x; exec 5>&-; : >trace; echo c',
  },
];

const TRAPS: readonly OrdinaryScript[] = [
  { name: 'an EXIT trap', text: 'trap "echo bye \\$?" EXIT; echo a; exit 3' },
  { name: 'an EXIT trap that ends with a status of its own', text: 'trap "exit 7" EXIT; false' },
  {
    name: 'an EXIT trap that removes a directory',
    text: 'd=$(mktemp -d ./tmpXXXXXX); trap "rm -rf $d" EXIT; touch $d/f; ls $d; false',
  },
  {
    name: 'an EXIT trap in a subshell',
    text: '(trap "echo sub" EXIT; echo in); echo out; (exit 4); echo $?',
  },
  { name: 'an EXIT trap in a function', text: 'f() { trap "echo f" EXIT; echo in; }; f; echo after' },
  {
    name: 'an EXIT trap set twice and taken back',
    text: 'trap "echo a" EXIT; trap "echo b" EXIT; trap - EXIT; echo c',
  },
  {
    name: 'a DEBUG trap',
    text: 'trap \'echo "[$BASH_COMMAND]"\' DEBUG; echo a; true | cat; trap - DEBUG; echo b',
  },
  {
    name: 'a DEBUG trap that skips',
    text: 'shopt -s extdebug; trap \'[[ $BASH_COMMAND != "echo no" ]]\' DEBUG; echo yes; echo no; echo end',
  },
  {
    name: 'a RETURN trap',
    text: "f() { trap 'echo ret; trap - RETURN' RETURN; echo in; }; f; g() { echo g; }; g",
  },
  {
    name: 'a RETURN trap that removes a directory in use',
    text: "f() { local d=w; mkdir -p $d; trap 'rm -rf w' RETURN; touch $d/a; g; ls $d; }; g() { :; }; f; ls",
  },
  {
    name: 'an ERR trap',
    text: "trap 'echo err $?; true; echo more' ERR; false; echo a; (exit 5); echo b; false || true",
  },
  {
    name: 'a signal trap',
    text: "trap 'echo usr' USR1; kill -USR1 $$; echo a; trap '' TERM; kill $$; echo still; trap - TERM",
  },
  { name: 'ended by a signal', text: 'echo a; kill $$; echo never' },
  {
    name: 'ended by a signal, with an EXIT trap',
    text: "trap 'echo cleaning' EXIT; kill -HUP $$; sleep 1; echo never",
  },
  { name: 'SIGINT to itself', text: "trap 'echo int; exit 130' INT; kill -INT $$; sleep 1" },
  {
    name: 'an EXIT trap that sets another',
    text: 'trap \'trap "echo inner" EXIT; echo outer\' EXIT; echo a',
  },
  { name: 'an EXIT trap that ends it', text: "trap 'echo x; exit 9; echo no' EXIT; echo a; exit 3" },
  { name: 'an EXIT trap under errexit', text: "set -e; trap 'false; echo never' EXIT; echo a" },
  {
    name: 'an EXIT trap that ends its jobs',
    text: "exec 2>/dev/null; trap 'kill $(jobs -p); wait; echo gone' EXIT; sleep 30 & sleep 30 & echo started; sleep 0.05",
  },
  {
    name: 'the place in ERR and EXIT traps',
    text: "set -E\ntrap 'echo $LINENO $? $BASH_COMMAND ${FUNCNAME[*]}; caller' ERR\ntrap 'echo $LINENO' EXIT\nf() {\n  false\n}\nf\n(exit 3)\nx=$(exit 4)\nfalse | true\necho z\n",
  },
  {
    name: 'who tells the last command',
    text: "set -e; trap 'last=$now; now=$BASH_COMMAND' DEBUG; trap 'echo \"$last: $?\"' EXIT; true a; true b; false c",
  },
];

const PARAMETERS: readonly OrdinaryScript[] = [
  {
    name: 'the last argument',
    text: 'echo a b; echo "$_"; mkdir -p d/e && cd "$_" && pwd | sed "s/.*\\///"; true x y; : "$_"; echo $_',
  },
  {
    name: 'the last argument after a pipe, a loop, a function',
    text: 'f() { echo "$1"; }; f q; echo "$_"; echo a | cat; echo "$_"; for i in 1; do true w; done; echo "$_"; [[ a ]]; echo $_',
  },
  {
    name: 'PIPESTATUS',
    text: 'true | false | (exit 3); echo "${PIPESTATUS[@]}"; false; echo "${PIPESTATUS[@]}"; ! true; echo $? "${PIPESTATUS[@]}"',
  },
  {
    name: 'the status',
    text: 'false; echo $?; (exit 4); x=$?; echo $x; [ 1 = 2 ]; echo $?; if true; then false; fi; echo $?',
  },
  {
    name: 'line numbers',
    text: 'echo $LINENO\necho $LINENO; f() {\n echo $LINENO ${BASH_LINENO[0]} ${FUNCNAME[*]}\n}\nf\nnosuchcommand\necho "$(echo $LINENO)"\n',
  },
  { name: 'the running command', text: 'echo $BASH_COMMAND; f() { echo $BASH_COMMAND; }; f' },
  {
    name: 'the call stack',
    text: 'f() { caller 0; echo ${#FUNCNAME[@]} ${FUNCNAME[0]}; }; g() { f; }; g; caller; echo $?',
  },
  {
    name: 'subshell levels',
    text: 'echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo "$(echo $BASH_SUBSHELL)"; [[ $$ == $BASHPID ]] && echo same',
  },
  {
    name: 'random numbers from a seed',
    text: 'RANDOM=42; echo $RANDOM; true; true; echo $RANDOM; f() { echo $RANDOM; }; f',
  },
  {
    name: 'matches',
    text: '[[ ab12 =~ ([a-z]+)([0-9]+) ]]; echo "${BASH_REMATCH[@]}"; true; echo ${BASH_REMATCH[1]}',
  },
  {
    name: 'an IFS of its own',
    text: 'IFS=:; x="a:b c:d"; set -- $x; echo $#; printf "[%s]" $x; IFS=; for i in $x; do echo $i; done; readonly IFS; echo $x',
  },
  {
    name: 'reply and options',
    text: 'echo hello | { read; echo $REPLY; }; set -- -a 1 -b x; while getopts a:b o; do echo $o $OPTARG $OPTIND; done; shift $((OPTIND-1)); echo $*',
  },
  {
    name: 'readonly and unset',
    text: 'readonly a=1; a=2; echo after; unset a; echo $?; unset PIPESTATUS; echo x',
  },
  {
    name: 'arrays',
    text: 'a=(1 "2 3" 4); a+=(5); echo ${#a[@]} "${a[1]}"; declare -A m=([x]=1 [y]=2); echo ${m[y]}; unset "a[0]"; echo ${!a[@]}',
  },
  {
    name: 'names like ours',
    text: 'log=1; record=2; kind=3; n=4; text=5; builtin=6; echo $log$record$kind$n$text$builtin',
  },
  { name: 'the last argument at the beginning', text: '[[ $_ != $0 ]] && echo "sourced or $_"; echo $_' },
  {
    name: 'the last argument at the beginning of children',
    text: "bash -c 'echo $_'; bash -c 'true a; echo $_'; bash ./one; . ./one x; bash -c 'bash ./one; true'",
    files: { one: 'echo $_; echo $_\n' },
  },
  {
    name: 'what bash sets, unset',
    text: 'unset PIPESTATUS BASH_COMMAND BASHPID BASH_SUBSHELL FUNCNAME BASH_SOURCE BASH_VERSINFO PWD OLDPWD _; true | false; echo $?; echo "<$_>"; false; echo b',
  },
  {
    name: 'an IFS of digits',
    text: 'IFS=0123456789; true | false | (exit 12); echo "$?"; false; IFS=,; false; echo ok',
  },
  {
    name: 'calls inside of each other, limited',
    text: 'FUNCNEST=1; f() { echo f; }; g() { f; }; f; g; echo $?; true',
  },
];

const STRUCTURE: readonly OrdinaryScript[] = [
  {
    name: 'functions',
    text: 'f() { local x=$1; echo $x; return 3; }; f a; echo $?; f() { echo redefined; }; f; printf() { echo mine; }; printf x; unset -f printf',
  },
  {
    name: 'functions with the names of builtins',
    text: 'trap() { echo trapped; }; local() { echo l; }; :() { echo colon; }; trap x EXIT; true; : ; echo end',
  },
  {
    name: 'recursion',
    text: 'fac() { if (( $1 <= 1 )); then echo 1; else echo $(( $1 * $(fac $(( $1 - 1 ))) )); fi; }; fac 6',
  },
  {
    name: 'exec of descriptors',
    text: 'exec 3>f; echo a >&3; exec 3>&-; cat f; exec 9<f; read x <&9; echo $x; exec 2>/dev/null; nosuch; echo $?',
  },
  { name: 'exec of a command', text: 'echo a; exec sh -c "echo b; exit 5"; echo never' },
  { name: 'exec that fails', text: 'echo a; exec ./nosuch; echo never' },
  {
    name: 'closed descriptors',
    text: 'exec 0<&-; exec 2>&-; echo a; read x; echo $?; ls /dev/nosuch; echo $?',
  },
  {
    name: 'many descriptors',
    text: 'exec {a}>f1 {b}>f2; echo x >&$a; echo y >&$b; exec {a}>&- {b}>&-; cat f1 f2; echo $(( b - a ))',
  },
  {
    name: 'read loops',
    text: 'while read -r a b; do echo "$b-$a"; cat >/dev/null; done; echo end',
    input: '1 2\n3 4\n5 6\n',
  },
  {
    name: 'a read loop that leaves the rest',
    text: 'read x; echo "first $x"; head -1; cat | wc -l',
    input: 'a\nb\nc\nd\n',
  },
  {
    name: 'mapfile',
    text: 'mapfile -t lines <data; echo ${#lines[@]} "${lines[1]}"; while IFS= read -r l; do echo "<$l>"; done <data',
    files: { data: 'a\n  b c\nd\n' },
  },
  {
    name: 'here-documents',
    text: 'x=1; cat <<E\n$x \\$x $(echo sub)\nE\ncat <<\'E\' | tr a-z A-Z\n$x raw\nE\ncat <<<"here $x"\n',
  },
  {
    name: 'substitutions',
    text: 'x=$(echo a; false); echo $x $?; echo "$(cat <(echo p))"; diff <(echo 1) <(echo 1) && echo same; echo hi > >(cat >o; >end); until [ -e end ]; do sleep 0.02; done; cat o',
  },
  {
    name: 'a coprocess',
    text: 'coproc C { read x; echo "got $x"; read z; }; echo hello >&"${C[1]}"; read y <&"${C[0]}"; echo $y; echo >&"${C[1]}"; wait',
  },
  {
    name: 'loops',
    text: 'for i in 1 2 3; do [[ $i == 2 ]] && continue; echo $i; done; for ((i=0;i<3;i++)); do echo $i; done; until false; do break; done; select x in; do :; done; echo $?',
  },
  {
    name: 'case',
    text: 'for x in a b c; do case $x in a) echo A ;& b) echo B ;; *) echo other ;; esac; done; case z in y) ;; esac; echo $?',
  },
  {
    name: 'arithmetic and its errors',
    text: 'echo $((2**10)); ((0)); echo $?; echo $((1/0)); echo after\necho next line',
  },
  { name: 'errors of expansion', text: 'echo ${x?not set}; echo never\necho next' },
  {
    name: 'eval and source',
    text: 'eval "echo a; false"; echo $?; . ./lib; echo $v; source ./lib x y; f',
    files: { lib: 'v=1\nf() { echo from lib; }\necho "args $#"\n' },
  },
  {
    name: 'return from a sourced file',
    text: '. ./lib; echo $?; echo after',
    files: { lib: 'echo in\nreturn 4\necho never\n' },
  },
  { name: 'a syntax error', text: 'echo a; if; echo b' },
  { name: 'a syntax error in a later line', text: 'echo a\n[[ a b ]]\necho b\n' },
  {
    name: 'history expansion, aliases, hash',
    text: 'shopt -s expand_aliases\nalias ll="echo aliased"\nll x\nhash -r; type ll; command -v cat >/dev/null; echo $?\n',
  },
  {
    name: 'command_not_found_handle',
    text: 'command_not_found_handle() { echo "no $1"; return 99; }; nosuch a; echo $?',
  },
  { name: 'times of a pipe', text: 'TIMEFORMAT=ok; time true; time (false | cat); echo $?' },
  {
    name: 'aliases with the names of builtins',
    text: "shopt -s expand_aliases\nalias builtin='echo B' local='echo L' printf='echo P' trap='echo T'\necho a\nset -T\necho b\n",
  },
  {
    name: 'builtins that are switched off',
    text: 'enable -n printf mapfile trap local :; echo a; false; enable printf; echo c',
  },
  {
    name: 'errors and their lines',
    text: 'nosuch1\nf() {\n  nosuch2\n  echo ${x:?unset}\n}\n\n(f)\ncd /nosuch\n[ a -eq b ]\nlet "x=1/0"\necho $((1+))\necho end',
  },
  {
    name: 'output through a process',
    text: 'exec > >(tee log; >end); echo a; false; echo b; exec >&-; until [ -e end ]; do sleep 0.02; done',
  },
];

const PROCESSES: readonly OrdinaryScript[] = [
  {
    name: 'parallel jobs',
    text: 'for i in 1 2 3 4; do (sleep 0.0$i; echo $i >o$i; exit $i) & p[$i]=$!; done; for i in 1 2 3 4; do wait ${p[$i]}; echo $?; done; cat o?',
  },
  {
    name: 'wait -n',
    text: '(sleep 0.1; exit 3) & wait -n; echo $?; true & true & wait; echo $?; wait 99999; echo $?',
  },
  { name: 'a background server that is killed', text: 'sleep 30 & pid=$!; kill $pid; wait $pid; echo $?' },
  {
    name: 'a server in a subshell that is killed',
    text: '(touch up; sleep 30) & pid=$!; until [ -e up ]; do sleep 0.02; done; sleep 0.1; kill $pid; wait $pid 2>/dev/null; echo $?',
  },
  {
    name: 'a server in a group that is killed',
    text: '{ touch up; sleep 30; } & pid=$!; until [ -e up ]; do sleep 0.02; done; sleep 0.1; kill $pid; wait $pid 2>/dev/null; echo $?',
  },
  {
    name: 'a server behind bash -c that is killed',
    text: "bash -c 'touch up; exec sleep 30' & pid=$!; until [ -e up ]; do sleep 0.02; done; sleep 0.1; kill $pid; wait $pid 2>/dev/null; echo $?",
  },
  {
    name: 'a server behind bash -c without exec that is killed',
    text: "bash -c 'touch up; sleep 30' & pid=$!; until [ -e up ]; do sleep 0.02; done; sleep 0.1; kill $pid; wait $pid 2>/dev/null; echo $?",
  },
  {
    name: 'a server behind a script that is killed',
    text: './serve & pid=$!; until [ -e up ]; do sleep 0.02; done; sleep 0.1; kill $pid; wait $pid 2>/dev/null; echo $?',
    files: { serve: '#!/usr/bin/env bash\ntouch up\nexec sleep 30\n' },
  },
  {
    name: 'a server in a script that stays behind',
    text: './serve; cat pid >/dev/null; kill $(cat pid)',
    files: { serve: '#!/usr/bin/env bash\nsleep 30 >/dev/null 2>&1 &\necho $! >pid\ndisown\n' },
  },
  ...['TERM', 'HUP', 'PIPE', 'USR1', 'ALRM', 'SEGV', 'KILL'].map((signal) => ({
    name: `a script that a ${signal} ends while it waits`,
    text: `exec 2>/dev/null; mkfifo never; ./script2 & p=$!; while [ ! -e there ]; do :; done; kill -${signal} $p; wait $p; echo $?`,
    files: { script2: "#!/usr/bin/env bash\ntrue\nsh -c '>there; read x <never'\necho never\n" },
  })),
  {
    name: 'a script that is ended by SIGINT while it waits',
    text: 'timeout -s INT 0.5 ./script2; echo $?; timeout --foreground -s INT 0.5 ./script2; echo $?',
    files: { script2: '#!/usr/bin/env bash\ntrue\nsleep 1\necho never\n' },
  },
  {
    name: 'a script with an EXIT trap of its own that is ended',
    text: 'exec 2>/dev/null; ./script2 & p=$!; while [ ! -e there ]; do :; done; kill $p; wait $p; echo $?; cat out',
    files: { script2: "#!/usr/bin/env bash\ntrap 'echo bye >out' EXIT\n>there\nwhile :; do :; done\n" },
  },
  {
    name: 'a script that is ended in the middle of a builtin',
    text: 'timeout 0.3 ./script2; echo $?; timeout -s INT 0.3 ./script2; echo $?',
    files: { script2: '#!/usr/bin/env bash\ntrue\nwhile :; do :; done\n' },
  },
  {
    name: 'a script that ignores signals',
    text: './script2 & p=$!; while [ ! -e there ]; do :; done; kill $p; >gone; wait $p; echo $?',
    files: {
      script2: "#!/usr/bin/env bash\ntrap '' TERM\n>there\nwhile [ ! -e gone ]; do :; done\nexit 4\n",
    },
  },
  {
    name: 'a script whose reader goes away',
    text: './script2 | head -1; echo ${PIPESTATUS[@]}',
    files: { script2: '#!/usr/bin/env bash\ntrue\nfor ((i = 0; i < 20000; i++)); do echo $i; done\n' },
  },
  {
    name: 'a command with a time limit',
    text: 'timeout 0.1 sleep 5; echo $?; timeout 0.1 bash -c "sleep 5; echo never"; echo $?',
  },
  {
    name: 'child shells',
    text: "bash -c 'echo $0 $1; set -e; false' name arg; echo $?; sh -c 'echo sh; exit 3'; echo $?; echo 'echo from stdin; false' | bash; echo $?; bash ./s2 q; echo $?",
    files: { s2: 'echo "$0 $1"; return 2 2>/dev/null; exit 6\n' },
  },
  {
    name: 'child scripts with options',
    text: 'bash -eu ./s2; echo $?; bash -x ./s2; echo $?; bash -n ./s2; echo $?',
    files: { s2: 'echo a\nfalse\necho b\n' },
  },
  {
    name: 'xargs and find',
    text: "printf '1\\n2\\n' | xargs -I{} bash -c 'echo x{}; exit {}'; echo $?; find . -name 's*' -exec bash ./say {} \\;",
    files: { say: 'echo "found $1"\n' },
  },
  {
    name: 'the environment of children',
    text: "env -u BASH_ENV | grep -v -E '^(_|SHLVL|PWD|OLDPWD|MARK)=' | sort | md5sum; bash -c 'env -u BASH_ENV' | grep -c donegate",
  },
  {
    name: 'a pipe closed early',
    text: "yes | head -2; echo $?; seq 1 100000 | head -1; echo done; bash -c 'seq 1 100000 | head -1'; echo $?",
  },
  {
    name: 'NUL and newlines in arguments',
    text: "printf 'a\\0b\\n' | tr '\\0' x; echo 'two\nlines' \"tab\there\" $'bell\\a' | od -c | head -3; printf '%s\\n' $'1\\t0\\tcut\\n1\\t9\\tlast\\tbegins'",
  },
  {
    name: 'a very long command',
    text: `x='${'long '.repeat(12_000)}'; echo \${#x}; echo '${'y'.repeat(9_000)}' | wc -c`,
  },
  {
    name: 'files',
    text: 'umask 027; echo a >f; mkdir d; ln -s f l; chmod 600 f; mv f g; touch -d 2020-01-01 t; ls -l | wc -l; stat -c %a g d',
  },
  {
    name: 'an unwritable directory',
    text: 'mkdir ro; chmod 500 ro; cd ro; true; false; cd ..; chmod 700 ro; echo ok',
  },
  {
    name: 'a directory that goes away',
    text: 'mkdir gone; cd gone; rmdir ../gone; true; false; echo $?; cd ..; echo back',
  },
  {
    name: 'a changed PATH and HOME',
    text: 'PATH=/nowhere; echo a; ls; echo $?; HOME=/nowhere; cd ~ ; echo $?',
  },
  { name: 'limits', text: 'ulimit -n 20; exec 5>f; echo a >&5; cat f; (ulimit -t 5; echo b)' },
  { name: 'no temporary directory', text: 'TMPDIR=/nowhere; export TMPDIR; cat <<E\nhere\nE\ntrue; echo $?' },
  {
    name: 'a locale that is not there',
    text: 'LC_ALL=C; export LC_ALL; echo ü | wc -c; LC_ALL=C.UTF-8; x=üü; echo ${#x}',
  },
  {
    name: 'children with another BASH_ENV',
    text: 'BASH_ENV=./other bash ./s2; BASH_ENV= bash ./s2; env -i bash ./s2; bash -p ./s2; unset BASH_ENV; bash ./s2; echo z',
    files: { s2: 'echo "$0 $#"; true; false; echo $?\n', other: 'echo other\n' },
  },
  {
    name: 'restricted children',
    text: 'bash -r ./s2; bash -r -c "cd /; echo $?"; echo z',
    files: { s2: 'echo x >f; echo $?; true\n' },
  },
  {
    name: 'scripts that come another way',
    text: 'bash <./s2; cat s2 | bash -s x; bash <(cat s2); bash /dev/fd/3 3<s2; PATH=$PWD:$PATH; s2 b; command s2 c; exec s2 d',
    files: { s2: '#!/usr/bin/env bash\necho "$# $*"; true; false; echo $?\n' },
  },
  {
    name: 'a script that is removed, and one that grows',
    text: './s2; ./s3; echo $?',
    files: {
      s2: '#!/usr/bin/env bash\nrm s2\nfalse\necho a\n',
      s3: '#!/usr/bin/env bash\necho "echo more" >>s3\nfalse\n',
    },
  },
  { name: 'files that may not grow', text: 'ulimit -f 0; true; false; (exit 3)' },
  {
    name: 'files that may not grow in a child',
    text: '(ulimit -f 0; bash ./s2); echo $?; limit() { ulimit -f 0; }; limit; bash ./s2',
    files: { s2: 'true; false; exit 4\n' },
  },
  { name: 'few descriptors', text: 'ulimit -n 3; echo a; false; true; echo b' },
  {
    name: 'reading with a time limit',
    text: 'read -t 0.1 x; echo $?; read -n 2 y; echo $y; read -t 0 z; echo $?',
    input: 'a\nbcd\n',
  },
  {
    name: 'many scripts at once',
    text: 'for i in {1..20}; do bash ./s2 $i & done; wait; ls | wc -l',
    files: { s2: `true ${'w'.repeat(5_000)}; echo >"out$1"; false ${'w'.repeat(5_000)}\n` },
  },
  {
    name: 'a large environment',
    text: 'x=$(printf "%0100000d" 1); for i in 1 2 3 4 5; do export V$i=$x; done; bash ./s2; echo $?',
    files: { s2: 'echo ${#V5}; false; exit 5\n' },
  },
];

export const ORDINARY: readonly OrdinaryScript[] = [
  ...OPTIONS,
  ...TRAPS,
  ...PARAMETERS,
  ...STRUCTURE,
  ...PROCESSES,
];
