import { describe, expect, it } from 'vitest';
import { protectedLine, protectedWrite } from '../../../src/core/rules/self-protection.ts';
import { readCommand } from '../../../src/core/shell/reading.ts';

const place = { root: '/project', directory: '.' };

describe('self-protection', () => {
  it.each([
    ['.donegate/plan-state.json', true],
    ['.git/donegate/session/log.jsonl', true],
    ['donegate.toml', false],
    ['src/donegate.ts', false],
    ['PLAN.md', false],
  ])('an edit of %s is refused: %s', (path, refused) => {
    expect(protectedWrite(path) !== null).toBe(refused);
  });

  it.each<[line: string, refused: boolean]>([
    ['rm -rf .donegate', true],
    ['rm -rf .git', true],
    ['rm .git/donegate/s1/log.jsonl', true],
    ['echo {} > .donegate/plan-state.json', true],
    ['cd .donegate && echo {} > plan-state.json', true],
    ["sed -i 's/red/green/' .git/donegate/s1/log.jsonl", true],
    ['cp log.jsonl .git/donegate/s1/log.jsonl', true],
    ['find .git/donegate -name "*.jsonl" -delete', true],
    ['rm -rf ../main/.git/worktrees/side/donegate', true],
    ['donegate plan approve', true],
    ['npx donegate plan approve --plan PLAN.md', true],
    ['npx --yes donegate@latest init --remove', true],
    ['git add -A && donegate plan approve', true],
    ['cat .donegate/plan-state.json', false],
    ['ls -la .git', false],
    ['find .git/donegate -name "*.jsonl"', false],
    ['git add .donegate/plan-state.json', false],
    ['donegate milestone done 1', false],
    ['donegate status', false],
    ['echo "donegate plan approve"', false],
    ['git commit -m "donegate plan approve"', false],
    ['echo "[limits]" >> donegate.toml', false],
    ['rm -rf build', false],
    ['rm -rf .', true],
    ['git rm -rq .', false],
    ['git rm -q .donegate/plan-state.json', true],
  ])('%j is refused: %s', (line, refused) => {
    expect(protectedLine(readCommand(line), place) !== null).toBe(refused);
  });

  it('knows its own state from a folder of the repository', () => {
    const reading = readCommand('rm -rf ../.donegate');
    expect(protectedLine(reading, { root: '/project', directory: 'packages/a' })).toBeNull();
    expect(protectedLine(reading, { root: '/project', directory: 'packages' })).not.toBeNull();
  });
});
