// Which paths are code, and of which kind. By path alone; ignore rules are the tree's matter.
import type { FileKind } from './types.ts';

/** What `[code]` in donegate.toml says: globs that make a path code, and globs that make it none. */
export type CodePaths = { include: readonly string[]; exclude: readonly string[] };

/**
 * Kind of a path relative to the root, with `/`.
 * `other` is no code: documentation, our own files, what test runs leave behind. Everything that is not known to be one of
 * those is code (lock files, configuration, scripts, data of tests).
 */
export function fileKind(path: string, paths: CodePaths = { include: [], exclude: [] }): FileKind {
  if (isOwnFile(path) || GITS_OWN.test(path)) return 'other';
  if (paths.exclude.some((glob) => matchesGlob(path, glob))) return 'other';
  const included = paths.include.some((glob) => matchesGlob(path, glob));
  if (!included && (isDocumentation(path) || isArtifact(path))) return 'other';
  if (isTest(path)) return 'test';
  return isConfiguration(path) || isData(path) ? 'config' : 'source';
}

/** donegate's own state and plan. donegate.toml is configuration: a change of it takes effect only after approval. */
export function isOwnFile(path: string): boolean {
  return path === '.donegate' || path.startsWith('.donegate/') || /(^|\/)\.git\/donegate(\/|$)/.test(path);
}

const GITS_OWN = /(^|\/)\.git(\/|$)/;

const DOCUMENTATION = /\.(md|markdown|rst|adoc|asciidoc|png|jpe?g|gif|svg|webp|ico|bmp|pdf|mp4|drawio)$/i;
/** Without an ending, or with one in capitals (`LICENSE-MIT`): `src/license.py` is code. */
const ABOUT =
  /(^|\/)((LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG|CHANGES|CONTRIBUTORS|CONTRIBUTING|README|TODO|HISTORY|NEWS|CREDITS|MAINTAINERS)([-.][A-Z][A-Z\d.]*)*|licen[cs]e|readme|changelog)$/;
/** What only the pages of a hosting service show. */
const ON_PAGES =
  /^\.(github|gitlab)\/((issue|merge_request|pull_request|discussion)_templates?(\/|\.)|FUNDING\.ya?ml$)|(^|\/)CODEOWNERS$/i;
const FIXTURE = /(^|\/)(fixtures?|testdata|test-data|__fixtures__|snapshots?|__snapshots__|golden|data)\//i;
/** Text files that tools read. */
const TOOL_TEXT = /(^|\/)(requirements[^/]*|constraints[^/]*|CMakeLists|robots|runtime)\.txt$/i;

function isDocumentation(path: string): boolean {
  if (ABOUT.test(path) || ON_PAGES.test(path)) return true;
  if (FIXTURE.test(path)) return false;
  if (/\.txt$/i.test(path)) return !TOOL_TEXT.test(path);
  return DOCUMENTATION.test(path);
}

/** Folders that only runs fill. */
const ARTIFACT_FOLDERS = new Set([
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.hypothesis',
  '.tox',
  '.nox',
  'htmlcov',
  'coverage',
  '.nyc_output',
  'node_modules',
  '.venv',
  'site-packages',
  'test-results',
  'playwright-report',
  'surefire-reports',
  'failsafe-reports',
  'TestResults',
  '.gradle',
  '.stryker-tmp',
  '.cache',
  '.turbo',
  '.eggs',
  '_build',
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.parcel-cache',
  '.dart_tool',
  '.swiftpm',
  '.zig-cache',
  '.stack-work',
  'dist-newstyle',
  'CMakeFiles',
  '.phpunit.cache',
]);
/** What build tools put into folders whose own names would say too little. */
const BUILT =
  /(^|\/)(target\/(debug|release|classes|test-classes|maven-\w+|generated-\w+|tmp|nextest|\.\w+\.json|CACHEDIR\.TAG)|build\/(classes|test-results|reports|tmp|generated|resources|kotlin)|(bin|obj)\/(Debug|Release)|obj\/project\.[\w.]+|Testing\/Temporary|lib(64)?\/python\d+\.\d+|(bin|Scripts)\/[Aa]ctivate(\.\w+)?)(\/|$)/;
const ARTIFACT_NAME =
  /^(\.coverage(\..+)?|coverage\.(xml|json|out|txt|lcov)|lcov\.info|cover(age)?\.out|junit[^/]*\.xml|TEST-.*\.xml|test-?report[^/]*\.(xml|json|html)|report\.xml|ctrf[^/]*\.json|.*\.py[co]|.*\.class|.*\.o|.*\.obj|.*\.exe|.*\.log|.*\.prof|.*\.gcda|.*\.gcno|.*\.profraw|.*\.tsbuildinfo|\.eslintcache|\.stylelintcache|\.DS_Store|nohup\.out|.*\.pid|.*\.sw[op]|.*~|core\.\d+|\.phpunit\.result\.cache|pyvenv\.cfg|\.rspec_status)$/;

/** What a test run leaves behind: it changes no code although it lies in the tree. */
export function isArtifact(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  if (parts.some((part) => ARTIFACT_FOLDERS.has(part) || part.endsWith('.egg-info'))) return true;
  return BUILT.test(path) || ARTIFACT_NAME.test(name);
}

const TEST_FOLDER = /(^|\/)(tests?|__tests__|specs?|testing|testdata|e2e|cypress|features|t)\//i;
const TEST_NAME =
  /(^|\/)(test_[^/]+\.py|tests?\.py|tests?\.[cm]?[jt]sx?|[^/]+\.test-d\.ts|[^/]+_test\.(py|go|rb|exs?|cc|cpp|c|dart|php|swift)|conftest\.py|[^/]+[._-](test|spec|e2e|cy)\.[cm]?[jt]sx?|[^/]+_spec\.rb|(Test[A-Z]\w*|\w+(Test|Tests|IT|Spec))\.(java|kt|kts|groovy|scala|cs|swift|php)|[^/]+\.bats|[^/]+\.feature|[^/]+\.snap)$/;

function isTest(path: string): boolean {
  return TEST_NAME.test(path) || TEST_FOLDER.test(path);
}

const CONFIGURATION_NAME =
  /(^|\/)(Makefile|GNUmakefile|makefile|justfile|Justfile|Dockerfile[^/]*|Procfile|Vagrantfile|Jenkinsfile|\.[^/]+rc(\.[cm]?[jt]s|\.json|\.ya?ml)?|\.gitignore|\.gitattributes|\.editorconfig|\.env[^/]*|\.npmrc|\.nvmrc|go\.(mod|sum|work)|[^/]+\.lock|[^/]*[-.]lock\.(json|ya?ml)|npm-shrinkwrap\.json|bun\.lockb|requirements[^/]*\.txt|constraints[^/]*\.txt|CMakeLists\.txt|[^/]+\.config\.[cm]?[jt]s|setup\.cfg|tox\.ini|noxfile\.py|pom\.xml|build\.gradle(\.kts)?|settings\.gradle(\.kts)?|gradle\.properties|Gemfile|Rakefile|\.gitmodules)$/;
const CONFIGURATION_SUFFIX =
  /\.(toml|ya?ml|tf|tfvars|hcl|bicep|ini|cfg|conf|properties|json|jsonc|json5|editorconfig|gradle)$/i;

function isConfiguration(path: string): boolean {
  return (
    CONFIGURATION_NAME.test(path) || CONFIGURATION_SUFFIX.test(path) || /^\.(github|circleci)\//.test(path)
  );
}

/** Data and markup: what is read and never executed by itself. It counts as configuration. */
const DATA_SUFFIX =
  /\.(csv|tsv|jsonl|ndjson|parquet|arrow|feather|np[yz]|h5|hdf5|pth?|onnx|joblib|safetensors|pickle|pkl|db|sqlite3?|zip|tgz|gz|bz2|xz|zst|tar|7z|mp3|wav|ogg|flac|webm|mkv|mov|avi|ttf|otf|woff2?|eot|pem|crt|csr|p12|html?|css|scss|less)$/i;

export function isData(path: string): boolean {
  return DATA_SUFFIX.test(path);
}

const globs = new Map<string, RegExp>();

/** `*` within a folder, `**` across folders, `?`, `{a,b}`; a pattern that ends with `/` or names a folder holds all below it. */
function matchesGlob(path: string, glob: string): boolean {
  let compiled = globs.get(glob);
  if (compiled === undefined) {
    compiled = new RegExp(`^(?:${globSource(glob)})(?:/.*)?$`);
    globs.set(glob, compiled);
  }
  return compiled.test(path);
}

function globSource(glob: string): string {
  const body = glob.replace(/^\.?\//, '').replace(/\/$/, '');
  const anywhere = body.includes('/') ? '' : '(?:.*/)?';
  const source = body.replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\{}]/g, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.length > 1 && token.startsWith('{')) {
      return `(?:${token.slice(1, -1).split(',').map(globSource).join('|')})`;
    }
    return `\\${token}`;
  });
  return `${anywhere}${source}`;
}
