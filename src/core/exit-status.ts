/** Exit statuses of every command but `hook`. */
export const EXIT = { proven: 0, notProven: 1, usage: 2, fault: 70, interrupted: 130 } as const;
