import type { Clock } from '../core/ports.ts';

/** The system's clock. Its times are for people; order is by sequence number. */
export const systemClock: Clock = { now: () => new Date() };
