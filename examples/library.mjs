// A harness of your own with the gate inside. Run it in a git repository whose `npm test` runs its tests.
import { writeFileSync } from 'node:fs';
import { openWorkspace, readCommand, sessionIn } from 'donegate';

// What a line is worth can be read before anything runs.
const line = 'npm test | tail -3; echo finished';
console.log(`exit 0 of \`${line}\` is worth: ${readCommand(line).ifExitZero}`);

const workspace = await openWorkspace({
  cwd: '.',
  session: { kind: 'new', host: 'example', lives: 'process' },
});
const session = await sessionIn(workspace, {
  host: 'example',
  plan: null,
  planRequired: false,
  gated: true,
  previousFeedback: workspace.previousFeedback,
});

await session.user('Say what time it is.');
// The agent wants to write: ask first, tell afterwards.
const path = 'src/time.js';
const allowed = await session.beforeWrite({ path });
if (allowed.decision === 'allow') {
  writeFileSync(path, 'export const time = () => new Date().toISOString();\n');
  await session.wrote({ path });
}
// It runs a line: bash testifies how each command in it ended.
const { result, seen } = await session.run({ command: line, directory: '.', timeoutMs: 60_000 });
console.log(`the line ended with ${seen.exit.kind}, and the run is ${result}`);

// It says that it is done. The checks run, the rules over the diff speak, and only what is proven is accepted.
const decision = await session.claim({ text: 'Done, everything works.' });
console.log(decision.decision === 'send_back' ? `sent back:\n${decision.reason}` : decision.decision);
await workspace.close();
