// Which program a package, or a file of an installed package, stands for.

/** Packages whose program has another name. */
const PROGRAMS: Readonly<Record<string, string>> = {
  typescript: 'tsc',
  '@playwright/test': 'playwright',
  '@biomejs/biome': 'biome',
  '@typescript/native-preview': 'tsgo',
  'create-react-app': 'create',
  '@angular/cli': 'ng',
  '@nestjs/cli': 'nest',
  '@vue/cli-service': 'vue-cli-service',
  '@arethetypeswrong/cli': 'attw',
  '@redocly/cli': 'redocly',
  '@stoplight/spectral-cli': 'spectral',
  '@storybook/test-runner': 'test-storybook',
  '@wdio/cli': 'wdio',
  'jest-cli': 'jest',
};

/** The program of a package, by whatever name it is asked for: `typescript@5` -> `tsc`. */
export function programOfPackage(name: string): string {
  const bare = /^(@?[^@]+)@[^/]*$/.exec(name)?.[1] ?? name;
  return Object.hasOwn(PROGRAMS, bare) ? (PROGRAMS[bare] ?? bare) : bare;
}

/** Packages whose file in node_modules, given to node, is nothing but the program. */
const ENTRIES =
  /^(ava|c8|cypress|eslint|jasmine|jest|jest-cli|karma|lerna|mocha|next|nx|nyc|playwright|prettier|react-scripts|stylelint|tap|ts-node|tsx|turbo|typescript|vite|vitest|@(playwright\/test|angular\/cli|biomejs\/biome|storybook\/test-runner|wdio\/cli))$/;

/** `jest` for `node_modules/jest/bin/jest.js` and `node_modules/.bin/jest`, `pytest` for `.venv/bin/pytest`; null: a file like any other. */
export function programOfFile(path: string): string | null {
  const inBin =
    /(?:^|\/)(?:node_modules\/\.bin|\.?venv\/(?:bin|Scripts)|\.tox\/[^/]+\/bin|\.nox\/[^/]+\/bin)\/([^/]+)$/.exec(
      path,
    )?.[1];
  if (inBin !== undefined) return inBin;
  const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/.@][^/]*)\/[^/]/.exec(
    path.slice(Math.max(0, path.lastIndexOf('node_modules/'))),
  )?.[1];
  return name !== undefined && ENTRIES.test(name) ? programOfPackage(name) : null;
}
