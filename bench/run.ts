// npm run bench -- NAME [ARGUMENTS]: runs bench/NAME.ts (its `run`) and lets it print its figures.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const [name, ...rest] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  process.stderr.write(`usage: npm run bench -- NAME [ARGUMENTS]\nNAME is one of: ${names.join(', ')}\n`);
  process.exitCode = 2;
} else {
  const module: unknown = await import(join(folder, `${name}.ts`));
  if (
    typeof module !== 'object' ||
    module === null ||
    !('run' in module) ||
    typeof module.run !== 'function'
  ) {
    throw new Error(`bench/${name}.ts exports no run()`);
  }
  await module.run(rest);
}
