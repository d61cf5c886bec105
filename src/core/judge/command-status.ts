export type CommandStatus =
  /** Every run of it ended 0. */
  | { kind: 'ended_zero'; by: 'witness' | 'reading' }
  /** `status` null: killed, timed out, or not known with which status. */
  | { kind: 'ended_otherwise'; status: number | null; by: 'witness' | 'reading'; why: string }
  /** The line ended 0, and that says nothing about this command. */
  | { kind: 'hidden' }
  | { kind: 'not_started'; status: number; by: 'witness' | 'reading' }
  | { kind: 'did_not_run' }
  | { kind: 'unknown'; why: string };
