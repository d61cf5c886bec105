import { type Arguments, sortArguments } from './arguments.ts';
import { each, INERT, is, options, row } from './rows.ts';
import type { Outcome, Row, Rule } from './types.ts';

const MAVEN_VALUED = options(
  '-f --file -s --settings -P --activate-profiles -pl --projects -rf --resume-from -T --threads -l --log-file -b --builder -gs -t --toolchains',
);
const SKIPS = /^-D(skipTests|maven\.test\.skip|skip\.tests?|skipUnitTests|surefire\.skip)(=true)?$/;

/** The lifecycle phases in their order; from `test` on the tests run. */
const TESTING = new Set(
  options(
    'test prepare-package package pre-integration-test integration-test post-integration-test verify install deploy',
  ),
);
const COMPILING = new Set(
  options(
    'compile test-compile process-classes process-test-classes process-resources process-sources generate-sources generate-resources process-test-resources generate-test-sources validate initialize',
  ),
);

function maven({ words }: Arguments): Outcome {
  const own = sortArguments(words, MAVEN_VALUED);
  if (own.has('-v', '--version', '-h', '--help')) return { kind: 'does', class: 'inert' };
  const goals = own.operands.map((word) => word ?? '$');
  const skip = words.find((word): word is string => word !== null && SKIPS.test(word));
  const narrow = words.filter(
    (word): word is string => word !== null && /^-D(test|it\.test|groups)=/.test(word),
  );
  const scope = [
    ...narrow,
    ...(own.has('-pl', '--projects') ? [`-pl ${own.value('-pl', '--projects') ?? '$'}`] : []),
  ];
  const masked = words.find((word): word is string => word !== null && FORGIVES.test(word));
  if (!goals.some(isTesting)) return { kind: 'does', class: classOfGoals(goals) };
  if (skip !== undefined)
    return { kind: 'does', class: 'check', ...(goals.includes('test') ? { disarmed: skip } : {}) };
  return { kind: 'does', class: 'test', key: 'maven', scope, ...(masked === undefined ? {} : { masked }) };
}

/** Options with which maven ends 0 although tests failed. */
const FORGIVES = /^(-fn|--fail-never|-Dmaven\.test\.failure\.ignore(=true)?|-DtestFailureIgnore(=true)?)$/;

function isTesting(goal: string): boolean {
  return (
    TESTING.has(goal) ||
    /^(surefire|failsafe)(:|$)/.test(goal) ||
    /:(surefire|maven-surefire-plugin|maven-failsafe-plugin):/.test(goal)
  );
}

const CHECKING =
  /^(checkstyle|spotbugs|pmd|enforcer|compiler|sonar|jacoco|animal-sniffer|spotless:check|formatter:validate|javadoc|japicmp)/;

function classOfGoals(goals: readonly string[]): 'run' | 'check' | 'inert' {
  if (
    goals.some((goal) => /^(spring-boot:run|exec:(java|exec)|jetty:run|quarkus:dev|liberty:run)/.test(goal))
  )
    return 'run';
  return goals.some((goal) => COMPILING.has(goal) || CHECKING.test(goal)) ? 'check' : 'inert';
}

const GRADLE_VALUED = options(
  '-p --project-dir -b --build-file -c --settings-file -g --gradle-user-home -I --init-script --max-workers --console --warning-mode --tests -x --exclude-task',
);

function gradle({ words }: Arguments): Outcome {
  const own = sortArguments(words, GRADLE_VALUED);
  if (own.has('-v', '--version', '-h', '-?', '--help')) return { kind: 'does', class: 'inert' };
  const dry = ['-m', '--dry-run', '--test-dry-run'].find((name) => own.has(name));
  const excluded = words
    .flatMap((word, at) => (words[at - 1] === '-x' || words[at - 1] === '--exclude-task' ? [word ?? ''] : []))
    .map(lastTask);
  const tasks = own.operands.map((word) => lastTask(word ?? '$'));
  const tests = tasks.some(
    (task) =>
      isGradleTest(task) &&
      !excluded.includes(task) &&
      !(/^(build|check)/.test(task) && excluded.includes('test')),
  );
  if (dry !== undefined) return { kind: 'does', class: 'inert', disarmed: dry };
  const scope = [
    ...own.operands.flatMap((word) => (word?.includes(':') === true ? [word] : [])),
    ...words.flatMap((word, at) => (words[at - 1] === '--tests' ? [`--tests ${word ?? '$'}`] : [])),
  ];
  if (tests) return { kind: 'does', class: 'test', key: 'gradle', scope };
  if (tasks.some((task) => /^(bootRun|run|jmh|runClient|runServer|exec\w*|jettyRun)$/.test(task)))
    return { kind: 'does', class: 'run', scope };
  if (
    tasks.some((task) =>
      /^(spotlessApply|ktlintFormat|clean|tasks|dependencies|projects|properties|help|init|wrapper|dependencyInsight|publish\w*)$/.test(
        task,
      ),
    ) &&
    tasks.every((task) => !/^(assemble|compile|build|check|detekt|ktlint|lint|jar|classes)/.test(task))
  )
    return { kind: 'does', class: 'inert' };
  return tasks.length === 0 ? { kind: 'does', class: 'inert' } : { kind: 'does', class: 'check', scope };
}

const lastTask = (task: string): string => task.slice(task.lastIndexOf(':') + 1);
const isGradleTest = (task: string): boolean =>
  /^(test|check|build|buildNeeded|buildDependents|allTests|connectedCheck|verify\w*Tests?|koverVerify|jacocoTestReport|integTest)$/.test(
    task,
  ) ||
  (/^(?!compile|process|assemble)(test[A-Z]\w*|\w+Tests?|\w+AndroidTest|\w*[iI]ntegrationTests?)$/.test(
    task,
  ) &&
    !/Classes$/.test(task));

const JAVA_VALUED = options(
  '-cp -classpath --class-path -p --module-path --add-modules --add-opens --add-exports --add-reads -m --module',
);

function java({ words }: Arguments): Outcome | null {
  const own = sortArguments(words, [...JAVA_VALUED, '-jar'], true);
  if (own.has('-version', '--version', '-help', '--help', '-h', '-?', '-X', '--dry-run'))
    return { kind: 'does', class: 'inert' };
  const jar = own.value('-jar');
  const target = jar ?? own.operands[0] ?? null;
  if (/junit-platform-console|JUnitCore|ConsoleLauncher|TestNG|org\.testng/.test(words.join(' ')))
    return { kind: 'does', class: 'test', key: 'junit' };
  const rest = own.places[0] === undefined ? words : words.slice(own.places[0]);
  if (rest.includes('--help') || rest.includes('--version')) return { kind: 'does', class: 'inert' };
  if (target === null && jar === undefined && own.places.length === 0)
    return own.has('-m', '--module') ? null : { kind: 'does', class: 'inert' };
  return { kind: 'does', class: 'run', scope: target === null ? ['$'] : [target], key: 'java' };
}

const SBT: Rule = is('test', {
  key: 'sbt',
  decide: ({ operands }) => {
    const tasks = operands
      .flatMap((word) => (word ?? '$').split(';'))
      .map((task) =>
        lastTask(
          task
            .trim()
            .split(/[\s/]+/)
            .at(-1) ?? '',
        ),
      );
    const whole = operands.map((word) => word ?? '$').join(' ');
    if (/\b(test|testOnly|testQuick|it:test|integrationTest|Test\/test)\b/.test(whole))
      return { kind: 'does', class: 'test', key: 'sbt', scope: /testOnly/.test(whole) ? [whole] : [] };
    if (/\b(run|runMain|Jmh\/run|bgRun)\b/.test(whole)) return { kind: 'does', class: 'run' };
    return {
      kind: 'does',
      class:
        tasks.some((task) =>
          /^(compile|package|assembly|doc|scalafmtCheck\w*|scalafixAll|scalastyle|publishLocal|mimaReportBinaryIssues)$/.test(
            task,
          ),
        ) || /compile/i.test(whole)
          ? 'check'
          : 'inert',
    };
  },
});

export const jvm: readonly Row[] = [
  row('mvn mvnw ./mvnw ./mvnw.cmd mvnd mvn3', is('inert', { decide: maven })),
  row('gradle gradlew ./gradlew ./gradlew.bat', is('inert', { decide: gradle })),
  row('java', is('run', { decide: java })),
  row(
    'javac kotlinc kotlinc-jvm scalac groovyc scalac3 kotlinc-js',
    is('check', {
      valued: options(
        '-cp -classpath --class-path -d -s -h -source -target --release -processorpath -sourcepath --module-path -p',
      ),
    }),
  ),
  row(
    'jshell groovy scala kotlin jbang amm',
    is('run', {
      valued: ['-e'],
      disarm: options('-version'),
      decide: (given) =>
        given.has('-e')
          ? { kind: 'inline', language: 'other', code: given.value('-e') ?? null, file: null }
          : null,
    }),
  ),
  row('sbt sbtn', SBT),
  row(
    'mill ./mill',
    is('check', {
      decide: ({ operands }) => ({
        kind: 'does',
        class: operands.some((word) => /(^|\.)(test|testForked|testOnly|testCached)$/.test(word ?? ''))
          ? 'test'
          : operands.some((word) => /(^|\.)run(Main)?$/.test(word ?? ''))
            ? 'run'
            : 'check',
      }),
    }),
  ),
  row(
    'scala-cli',
    is('run', {
      sub: {
        test: is('test'),
        run: is('run'),
        compile: is('check'),
        ...each('fmt version clean setup-ide', INERT),
        '*': is('run'),
      },
    }),
  ),
  row(
    'lein',
    is('inert', {
      sub: {
        ...each('test midje eftest', is('test')),
        ...each('check compile eastwood kibit', is('check')),
        ...each('run', is('run')),
        '*': INERT,
      },
    }),
  ),
  row(
    'clj clojure bb',
    is('run', {
      decide: ({ words }) => ({
        kind: 'does',
        class: words.some((word) => word !== null && /^(-[MXTA]*:?[\w:/-]*test\b|test|kaocha)/.test(word))
          ? 'test'
          : 'run',
      }),
    }),
  ),
  row(
    'ant',
    is('build', {
      decide: ({ operands }) => ({ kind: 'task', names: operands.length === 0 ? ['build'] : operands }),
    }),
  ),
  row(
    'ktlint detekt checkstyle pmd spotbugs scalafix scalastyle google-java-format-check jdeps',
    is('check'),
  ),
  row(
    'scalafmt',
    is('inert', {
      decide: ({ has }) => ({ kind: 'does', class: has('--check', '--test') ? 'check' : 'inert' }),
    }),
  ),
  row('jar javap keytool jps jstack jmap sdk google-java-format ktfmt coursier cs javadoc', INERT),
];
