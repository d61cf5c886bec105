// Makers of tiny real git repositories: one module, one test, a check that really runs the tests.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures/repositories');

export type Repository = {
  /** Absolute, without links. */
  root: string;
  read(path: string): string;
  /** Creates missing folders. */
  write(path: string, content: string): void;
  /** Replaces text that must be there. */
  edit(path: string, old: string, replacement: string): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  /** Runs git in the repository and answers its output; the repository has an identity of its own. */
  git(...args: readonly string[]): string;
  /** Commits everything. */
  commit(message: string): void;
  dispose(): void;
};

/** `python`: pytest, called by scripts/check.sh. `javascript`: node --test, called by `npm test`. */
export type RepositoryKind = 'python' | 'javascript';

const templates = new Map<RepositoryKind, Repository>();
process.on('exit', disposeTemplates);

/** Vitest ends the processes of its workers without an exit, so it is asked for after each file (test/after-file.ts). */
export function disposeTemplates(): void {
  for (const template of templates.values()) template.dispose();
  templates.clear();
}

/** A repository with two commits on branch `main`, clean, in a temporary directory; `dispose` removes it. */
export function makeRepository(kind: RepositoryKind): Repository {
  const template = templates.get(kind) ?? makeTemplate(kind);
  templates.set(kind, template);
  const root = temporary();
  cpSync(template.root, root, { recursive: true, preserveTimestamps: true });
  return repositoryAt(root);
}

function makeTemplate(kind: RepositoryKind): Repository {
  const source = join(fixtures, kind);
  const repository = makeEmptyRepository();
  for (const path of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const absolute = join(path.parentPath, path.name);
    // A fixture's .gitignore would rule this repository too, so it has another name here.
    const name = absolute.slice(source.length + 1).replace(/(^|\/)gitignore$/, '$1.gitignore');
    repository.write(name, readFileSync(absolute, 'utf8'));
  }
  repository.commit('first version');
  repository.write('README.md', 'A small program with a test.\n');
  repository.commit('say what it is');
  return repository;
}

/** A git repository without a commit. */
export function makeEmptyRepository(): Repository {
  const root = temporary();
  const repository = repositoryAt(root);
  repository.git('init', '--quiet', '--initial-branch=main');
  const identity =
    '[user]\n\tname = Fixture\n\temail = fixture@example.invalid\n[commit]\n\tgpgsign = false\n';
  appendFileSync(join(root, '.git/config'), identity);
  return repository;
}

function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'donegate-repository-')));
}

function repositoryAt(root: string): Repository {
  const at = (path: string): string => join(root, path);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
      env: {
        PATH: process.env.PATH,
        HOME: root,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
    });
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  const read = (path: string): string => readFileSync(at(path), 'utf8');
  return {
    root,
    read,
    write,
    git,
    edit: (path, old, replacement) => {
      const text = read(path);
      if (!text.includes(old)) throw new Error(`${path} does not contain ${JSON.stringify(old)}`);
      write(
        path,
        text.replace(old, () => replacement),
      );
    },
    move: (from, to) => {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    remove: (path) => rmSync(at(path), { recursive: true, force: true }),
    commit: (message) => {
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}
