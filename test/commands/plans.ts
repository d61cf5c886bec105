// A plan whose steps are quick to do and to check.
import type { Repository } from '../repositories.ts';
import { bash, say, step, type Turn } from './own-sessions.ts';

/** Step N is done when `out/N` says so. */
export function withPlan(repository: Repository, steps: number): void {
  const sections = Array.from({ length: steps }, (_, index) => {
    const n = index + 1;
    return `## Step ${n} — Part ${n}\n\nMake part ${n}.\n\n\`\`\`bash\ngrep -q "part ${n}" out/${n}.txt\n\`\`\`\n`;
  });
  repository.write('PLAN.md', `# The plan\n\n${sections.join('\n')}`);
  repository.commit('a plan');
}

export const gate = (n: number): string => `grep -q "part ${n}" out/${n}.txt`;

/** What an honest agent does for one step. */
export function doStep(n: number, text = ''): Turn[] {
  const made = { text, ...bash(`mkdir -p out && echo "part ${n}" > out/${n}.txt`) };
  return [made, bash(gate(n)), step('done', n)];
}

export const claim = (): Turn => say('All steps are done.');
