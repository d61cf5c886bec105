// Builds dist/: the command line (code split, so that a command loads only what it uses) and the library with its types.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const outdirFlag = process.argv.indexOf('--outdir');
const target = resolve(outdirFlag < 0 ? join(root, 'dist') : process.argv[outdirFlag + 1]);
const staging = `${target}.${process.pid}`;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(staging, { recursive: true, force: true });
mkdirSync(staging, { recursive: true });
const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: { cli: 'src/cli.ts', index: 'src/index.ts' },
  outdir: staging,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  external: ['@vscode/tree-sitter-wasm', 'web-tree-sitter'],
  define: { 'process.env.DONEGATE_VERSION': JSON.stringify(version) },
  chunkNames: 'chunks/[name]-[hash]',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
chmodSync(join(staging, 'cli.js'), 0o755);
writeFileSync(join(staging, 'THIRD-PARTY.txt'), notices(Object.keys(metafile.inputs)));
if (!process.argv.includes('--no-types')) {
  const types = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      join(root, 'tsconfig.types.json'),
      '--outDir',
      join(staging, 'types'),
    ],
    { stdio: 'inherit' },
  );
  if (types.status !== 0) process.exit(1);
}
rmSync(target, { recursive: true, force: true });
renameSync(staging, target);

/** Name, version and licence text of each package whose code is in the bundles. */
function notices(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => path.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
      const text =
        file === undefined
          ? `Licence: ${about.license}`
          : readFileSync(join(root, folder, file), 'utf8').trim();
      return `${about.name} ${about.version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(78)}\n\n`);
}
