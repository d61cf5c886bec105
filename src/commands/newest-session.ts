import { type Ledger, replayFacts } from '../core/ledger.ts';
import { type Contract, contractOf, currentStep } from '../core/plan/contract.ts';
import type { Fact } from '../core/types.ts';
import { systemClock } from '../io/clock.ts';
import { openFactLog } from '../io/fact-log.ts';
import {
  factsPath,
  type ListedSession,
  listSessions,
  liveSession,
  sessionDirectory,
} from '../io/sessions.ts';
import { locateRepository } from '../io/tree/repository.ts';

/** What is known of the session that a person means by "here": the newest live one, else the newest one. */
export type NewestSession = {
  about: ListedSession;
  facts: readonly Fact[];
  ledger: Ledger;
  /** What is wrong with its log, or null. */
  damage: string | null;
  /** The plan that binds it; null: none was seen. */
  contract: Contract | null;
  /** First step that is not done. */
  step: { step: number; title: string } | null;
};

/** Reads the session of a directory (absolute) from its log; null: there never was one. */
export async function newestSession(directory: string): Promise<NewestSession | null> {
  const { stateDirectory } = await locateRepository(directory, { onlyLooks: true });
  const now = systemClock.now();
  const about = liveSession(stateDirectory, now) ?? listSessions(stateDirectory, now)[0] ?? null;
  if (about === null) return null;
  const log = openFactLog({
    path: factsPath(sessionDirectory(stateDirectory, about.session)),
    mode: 'existing',
    clock: systemClock,
  });
  const facts = log.facts();
  const ledger = replayFacts(facts);
  const contract = contractOf({ facts: ledger.planFacts, entries: [], session: about.session });
  return {
    about,
    facts,
    ledger,
    damage: log.damage(),
    contract,
    step: contract === null ? null : currentStep(contract),
  };
}
