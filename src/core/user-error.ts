/** An operator's mistake: what happened and where (`message`), and what to type next (`hint`). Commands end with status 2. */
export class UserError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.name = 'UserError';
    this.hint = hint;
  }
}
