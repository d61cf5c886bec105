import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { STEPS, type Step, TASK } from './stages.ts';

/** Whether the hidden tests of all steps up to `step` pass on the solution in a folder. */
export function hiddenTestsPass(folder: string, step: Step): boolean {
  const modules = STEPS.filter((one) => one <= step).map((one) => `test_step${one}`);
  return unittest(folder, modules, `${folder}:${join(TASK, 'hidden')}`);
}

/** Runs unittest modules in a folder; true = status 0 within two minutes. */
export function unittest(folder: string, modules: readonly string[], path: string): boolean {
  const result = spawnSync('python3', ['-m', 'unittest', ...modules], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: 'ignore',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  return result.status === 0;
}
