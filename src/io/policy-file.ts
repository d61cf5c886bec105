import { parse, TomlError } from 'smol-toml';
import { DEFAULT_POLICY, policyFrom } from '../core/policy.ts';
import type { Policy } from '../core/policy-types.ts';
import { UserError } from '../core/user-error.ts';

/** The policy that the text of a donegate.toml sets; null = there is none. Throws UserError with the place of the mistake. */
export function policyFromToml(text: string | null, file = 'donegate.toml'): Policy {
  if (text === null) return DEFAULT_POLICY;
  let raw: unknown;
  try {
    raw = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first] = error.message.split('\n');
    throw new UserError(
      `${file}:${error.line}:${error.column}: ${first}`,
      'the format is TOML: https://toml.io',
    );
  }
  return policyFrom(raw, file);
}
