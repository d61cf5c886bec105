import { each, INERT, is, options, row } from './rows.ts';
import type { Row } from './types.ts';

const DOTNET_VALUED = options(
  '-c --configuration -f --framework -r --runtime -o --output -v --verbosity -l --logger --results-directory -s --settings --collect --arch --os -p --property --project --blame-hang-timeout --diag --environment -e',
);

export const dotnet: readonly Row[] = [
  row(
    'dotnet',
    is('inert', {
      sub: {
        test: is('test', {
          key: 'dotnet',
          valued: DOTNET_VALUED,
          narrow: options('--filter'),
          disarm: options('-t --list-tests -h -?'),
        }),
        vstest: is('test', {
          key: 'dotnet',
          valued: DOTNET_VALUED,
          narrow: options('--TestCaseFilter --Tests'),
          disarm: options('-lt --ListTests'),
        }),
        ...each('run', is('run', { valued: DOTNET_VALUED })),
        watch: is('run', { decide: () => ({ kind: 'does', class: 'run', masked: 'watch' }) }),
        ...each('build msbuild publish pack', is('check', { valued: DOTNET_VALUED })),
        format: is('inert', {
          decide: ({ has }) => ({
            kind: 'does',
            class: has('--verify-no-changes', '--check') ? 'check' : 'inert',
          }),
        }),
        ...each('exec', is('run')),
        '*': is('inert', {
          decide: ({ words }, { name }) =>
            name.endsWith('.dll') ? { kind: 'file', path: name, shell: false, arguments: words } : null,
        }),
        '': INERT,
      },
    }),
  ),
  row('msbuild csc fsc vbc xbuild', is('check')),
  row('nuget paket', INERT),
  row('nunit3-console xunit.console vstest.console', is('test')),
];
