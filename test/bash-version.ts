import { execFileSync } from 'node:child_process';

const PRINT = 'echo "${BASH_VERSINFO[0]} ${BASH_VERSINFO[1]} $BASH_VERSION"';

/** Version of the bash that tests and benches run lines with: the first one in PATH. Put another one first to try it. */
export function bashVersion(): { number: number; text: string } {
  const [major, minor, text] = execFileSync('bash', ['-c', PRINT], { encoding: 'utf8' }).trim().split(' ');
  return { number: Number(major) * 100 + Number(minor), text: text ?? '' };
}
