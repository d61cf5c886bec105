// Does code that stands in the line itself have anything to do with the project?
import type { ProjectFiles } from '../../reading-types.ts';
import { joinPath } from '../commands/directory.ts';
import type { Language } from '../programs/types.ts';

const STANDARD = new Set(
  (
    '__future__ abc argparse array ast asyncio base64 binascii bisect builtins bz2 calendar cmath codecs collections colorsys ' +
    'concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis ' +
    'email enum errno fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob grp gzip hashlib ' +
    'heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox math ' +
    'mimetypes mmap multiprocessing netrc numbers operator os pathlib pdb pickle pkgutil platform plistlib poplib pprint profile ' +
    'pstats pty pwd queue quopri random re readline reprlib resource runpy sched secrets select selectors shelve shlex shutil signal ' +
    'site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sys sysconfig ' +
    'tarfile tempfile termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle ' +
    'types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser xml xmlrpc zipapp zipfile zipimport zlib ' +
    'zoneinfo numpy np pandas yaml requests httpx tomli toml PIL bs4 lxml matplotlib scipy torch tensorflow sklearn psycopg2 neo4j ' +
    'redis boto3 pytest openpyxl dotenv rich click tqdm docker pypdf fitz transformers datasets openai anthropic aiohttp'
  ).split(' '),
);

/** Node's own modules and what everybody installs. */
const NODE_OWN =
  /^(node:|assert|buffer|child_process|cluster|crypto|dns|events|fs|http|https|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)/;

const CODE_FILE =
  /["'`][^"'`\n]*\.(py|pyw|[mc]?[jt]sx?|rb|php|go|rs|java|kt|cs|exs?|lua|pl|pm|sh|r|R|jl)["'`]/;

export type InlinePlace = { project: ProjectFiles | null; directory: string | null };

/** True if the code imports or runs something of the project; code that cannot be read does not count. */
export function namesProject(language: Language, code: string | null, place: InlinePlace): boolean {
  if (code === null) return false;
  if (language === 'python') return importsPython(code, place) || runsFile(code);
  if (language === 'javascript') return importsJavascript(code) || runsFile(code);
  return (
    requiresFile(code, place) ||
    /(require_relative|require|load|use|source|include|do|dofile)\b[^\n]*["'`](\.{0,2}\/|[\w/]+\.\w+)/.test(
      code,
    ) ||
    runsFile(code)
  );
}

/** Ruby's `require 'shop/cart'`, where lib/ holds it. */
function requiresFile(code: string, { project, directory }: InlinePlace): boolean {
  return [...code.matchAll(/^\s*require\s*\(?\s*["']([\w/-]+)["']/gm)].some(([, name = '']) => {
    const path = joinPath(directory, `lib/${name}.rb`);
    return project !== null && path !== null && project.isFile(path);
  });
}

const RUNS =
  /\b(run_path|run_module|check_call|check_output|Popen|system|spawn\w*|execFile\w*|execSync|exec|import_module|__import__|spec_from_file_location|SourceFileLoader|fork|subprocess\.(run|call))\s*\(/;

/** Code that hands a file of code to something that runs it. */
function runsFile(code: string): boolean {
  return RUNS.test(code) && CODE_FILE.test(code);
}

function importsPython(code: string, place: InlinePlace): boolean {
  const names = [
    ...code.matchAll(/^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b|import[ \t]+([\w., \t]+))/gm),
    ...code.matchAll(/;[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b|import[ \t]+([\w., \t]+))/g),
  ];
  const modules = names
    .flatMap((match) => (match[1] ?? match[2] ?? '').split(','))
    .map((name) => name.trim().split(/\s/)[0] ?? '');
  const dynamic = [...code.matchAll(/(?:import_module|__import__)\(\s*["']([\w.]+)["']/g)].map(
    (match) => match[1] ?? '',
  );
  return [...modules, ...dynamic].some((name) => isOfProject(name, place));
}

function isOfProject(name: string, { project, directory }: InlinePlace): boolean {
  if (name === '') return false;
  if (name.startsWith('.')) return true;
  const [root = ''] = name.split('.');
  if (project !== null) {
    const here = (path: string): string => joinPath(directory, path) ?? path;
    const found = ['', 'src/', 'lib/', 'app/', 'python/', 'tests/'].some(
      (base) => project.isFile(here(`${base}${root}.py`)) || project.isDirectory(here(`${base}${root}`)),
    );
    if (found) return true;
  }
  return !STANDARD.has(root) && project === null;
}

function importsJavascript(code: string): boolean {
  const names = [
    ...code.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'`]([^"'`\n]+)["'`]/g),
  ].map((match) => match[1] ?? '');
  return names.some(
    (name) =>
      (/^(\.{1,2}\/|\/|file:|#|@\/|~\/)/.test(name) && !/\.json$/.test(name)) ||
      (/^[\w-]+\//.test(name) && !NODE_OWN.test(name) && /\.[mc]?[jt]sx?$/.test(name)),
  );
}
