import { describe, expect, it } from 'vitest';
import { readAs } from './read-as.ts';

const rows: readonly [line: string, as: string][] = [
  ['go test ./...', 'test'],
  ['go test -run TestX -v ./pkg', 'test'],
  ['go test -list . ./...', 'disarmed'],
  ['go test -c ./x', 'disarmed'],
  ['go test -run=^$ ./...', 'disarmed'],
  ['go test -run XXX ./...', 'disarmed'],
  ['go test -skip . ./...', 'disarmed'],
  ['go test -exec true ./...', 'disarmed'],
  ['go test -run=^$ -bench=. ./...', 'run'],
  ['go test -bench . ./...', 'test'],
  ['go -C sub test ./...', 'test'],
  ['go help test', 'inert'],
  ['go build ./...', 'check'],
  ['go vet ./...', 'check'],
  ['go run ./cmd/x serve', 'run'],
  ['go run ./cmd/x --help', 'inert'],
  ['go run honnef.co/go/tools/cmd/staticcheck@latest ./...', 'check'],
  ['go install x.org/y@latest', 'inert'],
  ['go mod tidy', 'inert'],
  ['go list ./...', 'inert'],
  ['/usr/local/go/bin/go test ./...', 'test'],
  ['gotestsum -- ./...', 'test'],
  ['gotestsum --version', 'inert'],
  ['ginkgo -r', 'test'],
  ['ginkgo version', 'inert'],
  ['golangci-lint run', 'check'],
  ['golangci-lint linters', 'inert'],
  ['gofmt -l .', 'inert'],
  ['gofmt -d .', 'check'],
  ['gofmt -w .', 'inert'],
  ['staticcheck ./...', 'check'],
  ['ginkgo --dry-run ./...', 'disarmed'],
  ['ginkgo ./...', 'test'],
];

describe('go', () => {
  it.each(rows)('%s', (line, as) => {
    expect(readAs(line)).toBe(as);
  });
});
