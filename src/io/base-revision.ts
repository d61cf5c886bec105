import { gitEnvironment } from './environment.ts';
import { runGit } from './tree/git.ts';

/** What a working tree is compared with. `name` is what the person would call it; `revision` is a commit, or a tree. */
export type Base = { revision: string; name: string };

const EMPTY_TREE = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/**
 * The base of `check`: the wanted revision, else the merge-base with the default branch, else HEAD; the empty tree where
 * nothing is committed yet. Null: the wanted revision does not exist.
 * Where a wanted one has gone on without us, it is the merge-base with it: what others committed there is no change of ours,
 * and their new tests are not removed by us.
 */
export async function baseRevision(request: {
  root: string;
  wanted: string | null;
  format: 'sha1' | 'sha256';
}): Promise<Base | null> {
  const ask = async (...args: string[]): Promise<string | null> => {
    const { code, stdout } = await runGit({
      args,
      cwd: request.root,
      environment: gitEnvironment(process.env),
    });
    return code === 0 ? stdout.toString('utf8').trim() : null;
  };
  const commit = (name: string): Promise<string | null> =>
    ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  if (request.wanted !== null) {
    const revision = await commit(request.wanted);
    if (revision === null) return null;
    const shared = await ask('merge-base', 'HEAD', revision);
    return shared === null || shared === revision
      ? { revision, name: request.wanted }
      : { revision: shared, name: `the merge-base with ${request.wanted}` };
  }
  const head = await commit('HEAD');
  if (head === null)
    return { revision: EMPTY_TREE[request.format], name: 'an empty tree, since nothing is committed yet' };
  const branch = await defaultBranch(ask);
  const shared = branch === null ? null : await ask('merge-base', 'HEAD', branch);
  return shared === null || shared === head
    ? { revision: head, name: 'HEAD' }
    : { revision: shared, name: `the merge-base with ${branch}` };
}

async function defaultBranch(ask: (...args: string[]) => Promise<string | null>): Promise<string | null> {
  const named = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (named !== null) return named;
  for (const name of ['origin/main', 'origin/master', 'main', 'master']) {
    if ((await ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`)) !== null) return name;
  }
  return null;
}
