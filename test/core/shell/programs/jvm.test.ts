import { describe, expect, it } from 'vitest';
import { readAs } from './read-as.ts';

const rows: readonly [line: string, as: string][] = [
  ['mvn test', 'test'],
  ['mvn clean verify', 'test'],
  ['mvn -q -pl core test -Dtest=A', 'test'],
  ['./mvnw -B package', 'test'],
  ['mvn test -DskipTests', 'disarmed'],
  ['mvn package -DskipTests', 'check'],
  ['mvn test -DskipTests=false', 'test'],
  ['mvn compile', 'check'],
  ['mvn -v', 'inert'],
  ['mvn dependency:tree', 'inert'],
  ['mvn spring-boot:run', 'run'],
  ['./gradlew test', 'test'],
  ['gradle :app:test --tests A', 'test'],
  ['./gradlew build', 'test'],
  ['./gradlew build -x test', 'check'],
  ['./gradlew test --dry-run', 'disarmed'],
  ['gradle -v', 'inert'],
  ['./gradlew tasks', 'inert'],
  ['./gradlew compileJava', 'check'],
  ['./gradlew bootRun', 'run'],
  ['./gradlew testClasses', 'check'],
  ['javac A.java', 'check'],
  ['java A', 'run'],
  ['java -jar x.jar', 'run'],
  ['java -version', 'inert'],
  ['java -jar junit-platform-console-standalone.jar -cp . --scan-classpath', 'test'],
  ['sbt test', 'test'],
  ["sbt 'testOnly a.B'", 'test'],
  ['sbt compile', 'check'],
  ['lein test', 'test'],
  ['mill core.test', 'test'],
  ['ant test', 'test'],
  ['mvn verify -DskipITs', 'test'],
  ['mvn verify -DskipTests', 'check'],
];

describe('jvm', () => {
  it.each(rows)('%s', (line, as) => {
    expect(readAs(line)).toBe(as);
  });
});
