// A process that records claims for ever and says on stdout which it was told are recorded. Ended by SIGKILL.
import { writeSync } from 'node:fs';
import { systemClock } from '../../src/io/clock.ts';
import { openFactLog } from '../../src/io/fact-log.ts';

const [path = '', name = ''] = process.argv.slice(2);
const log = openFactLog({ path, mode: 'new', clock: systemClock });
for (let n = 1; ; n += 1) {
  const accepted = n % 3 === 0;
  // Of very different lengths, so that the end of a page falls anywhere.
  const text = `${name}-${n} ${'x'.repeat((n * 977) % 9_000)}`;
  const verdict = accepted ? 'proven' : 'refuted';
  log.append({ type: 'claim_judged', text, verdict, accepted, findings: [] });
  writeSync(1, `${name}-${n} ${accepted}\n`);
}
