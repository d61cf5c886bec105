/** Whether a bash 3.2 may run lines and scripts here: macOS comes with that one, whatever else is installed. */
export function mayBeOldBash(): boolean {
  return process.platform === 'darwin';
}
