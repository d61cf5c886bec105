/** A path that a tool was given, once it is known where it leads. `fromRoot` is relative to the working tree's root. */
export type Place = { kind: 'inside'; absolute: string; fromRoot: string } | { kind: 'refused'; why: string };

export type FileContent =
  | { kind: 'text'; text: string }
  | { kind: 'directory'; entries: readonly string[] }
  | { kind: 'missing' }
  /** Not to be shown as text: binary, too large, a device, no permission. */
  | { kind: 'unreadable'; why: string };

/** The files that the tools may touch: those under the working directory and the directories that the policy allows. */
export type WorkFiles = {
  /** Follows symbolic links; a path that leads outside is refused, also one that does not exist yet. */
  locate(path: string): Promise<Place>;
  read(absolute: string): Promise<FileContent>;
  /** Creates the directories above. Null, or why it could not be written. */
  write(absolute: string, text: string): Promise<string | null>;
};
