import type { ProjectFiles } from '../../core/reading-types.ts';
import type { Candidate } from './candidate.ts';

type Row = Pick<Candidate, 'command' | 'why' | 'kind' | 'runBy'>;

/** Test commands that follow from a build tool's manifest alone. */
export function manifests(project: ProjectFiles): readonly Candidate[] {
  return [...cargo(project), ...go(project), ...maven(project), ...gradle(project)].map((row) => ({
    ...row,
    body: row.command,
    guessed: true,
  }));
}

function cargo(project: ProjectFiles): readonly Row[] {
  if (!project.isFile('Cargo.toml')) return [];
  const workspace = /^\s*\[workspace\]/m.test(project.read('Cargo.toml') ?? '');
  return [
    {
      command: workspace ? 'cargo test --workspace' : 'cargo test',
      why: 'Cargo.toml: a Rust package.',
      kind: 'test',
      runBy: [/\bcargo\s+(?:\+\S+\s+)?(?:test|nextest)\b/],
    },
  ];
}

function go(project: ProjectFiles): readonly Row[] {
  if (!project.isFile('go.mod')) return [];
  return [
    {
      command: 'go vet ./...',
      why: 'go.mod: a Go module.',
      kind: 'lint',
      runBy: [/\bgo\s+vet\b/, /\bgolangci-lint\b/],
    },
    {
      command: 'go test ./...',
      why: 'go.mod: a Go module.',
      kind: 'test',
      runBy: [/\bgo\s+test\b/, /\bgotestsum\b/],
    },
  ];
}

function maven(project: ProjectFiles): readonly Row[] {
  if (!project.isFile('pom.xml')) return [];
  const program = project.isFile('mvnw') ? 'sh mvnw' : 'mvn';
  return [
    {
      command: `${program} -B test`,
      why: 'pom.xml: a Maven project.',
      kind: 'test',
      runBy: [/\bmvnw?\b[^&|;\n]*\b(?:test|verify|install)\b/],
    },
  ];
}

function gradle(project: ProjectFiles): readonly Row[] {
  const path = ['build.gradle', 'build.gradle.kts'].find((name) => project.isFile(name));
  if (path === undefined) return [];
  const program = project.isFile('gradlew') ? 'sh gradlew' : 'gradle';
  return [
    {
      command: `${program} test`,
      why: `${path}: a Gradle project.`,
      kind: 'test',
      runBy: [/\bgradlew?\b[^&|;\n]*\b(?:test|check|build)\b/],
    },
  ];
}
