import { spawn } from 'node:child_process';

export type GitRequest = {
  args: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  /** For stdin. */
  input?: string | Buffer;
  timeoutMs?: number;
};

export type GitAnswer = { code: number | null; stdout: Buffer; stderr: string };

/** A git command that failed; `why` is its first line of complaint. */
export class GitError extends Error {
  readonly why: string;
  constructor(args: readonly string[], answer: GitAnswer) {
    // A git that is killed by its time limit says nothing itself.
    const why = answer.code === null ? 'it took too long' : (answer.stderr.trim().split('\n')[0] ?? '');
    super(`git ${args.filter((arg) => !arg.includes('=')).join(' ')} ended ${answer.code}: ${why}`);
    this.why = why;
  }
}

/** A look that takes longer helps nobody. */
const defaultTimeoutMs = 120_000;

/** Runs git without a shell. Rejects only if it could not be started. */
export function runGit(request: GitRequest): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...request.args], {
      cwd: request.cwd,
      env: { ...request.environment },
      stdio: [request.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // Not spawn's own time limit: where the start itself fails, its timer would keep the process alive until it is due.
    const timer = setTimeout(() => child.kill('SIGKILL'), request.timeoutMs ?? defaultTimeoutMs);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') });
    });
    // A git that ends early closes its stdin; its status tells the reason.
    child.stdin?.on('error', () => {});
    child.stdin?.end(request.input);
  });
}

/** Like `runGit`; throws a GitError unless it ended 0. Answers stdout. */
export async function git(request: GitRequest): Promise<Buffer> {
  const answer = await runGit(request);
  if (answer.code !== 0) throw new GitError(request.args, answer);
  return answer.stdout;
}
