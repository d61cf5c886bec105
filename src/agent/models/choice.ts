import { UserError } from '../../core/user-error.ts';

/** A real model as the operator asked for it. */
export type ModelChoice = { id: string; apiKey: string | null } & (
  | { provider: 'anthropic'; baseUrl: string | null }
  | { provider: 'openai-compatible'; baseUrl: string }
);

type Environment = Readonly<Record<string, string | undefined>>;

const HINT =
  'e.g. --model anthropic/claude-sonnet-4-5, or --model openai-compatible/qwen3 --base-url http://localhost:11434/v1';

/**
 * Reads `--model` and `--base-url`; keys come from ANTHROPIC_API_KEY and OPENAI_API_KEY, addresses else from
 * ANTHROPIC_BASE_URL and OPENAI_BASE_URL. Throws UserError that says what is missing.
 */
export function modelChoice(
  options: { model: string; baseUrl: string | null },
  environment: Environment,
): ModelChoice {
  const slash = options.model.indexOf('/');
  const provider = slash < 0 ? options.model : options.model.slice(0, slash);
  const id = slash < 0 ? '' : options.model.slice(slash + 1);
  if (provider !== 'anthropic' && provider !== 'openai-compatible') {
    throw new UserError(`--model ${options.model}: no provider "${provider}"`, HINT);
  }
  if (id === '') throw new UserError(`--model ${options.model}: the model's name is missing`, HINT);
  if (provider === 'anthropic') {
    const apiKey = set(environment.ANTHROPIC_API_KEY);
    if (apiKey === null) throw new UserError('ANTHROPIC_API_KEY is not set', 'export ANTHROPIC_API_KEY=...');
    return { provider, id, apiKey, baseUrl: address(options.baseUrl ?? set(environment.ANTHROPIC_BASE_URL)) };
  }
  const baseUrl = address(options.baseUrl ?? set(environment.OPENAI_BASE_URL));
  if (baseUrl === null) {
    throw new UserError('--base-url is missing: where does the openai-compatible server listen?', HINT);
  }
  return { provider, id, apiKey: set(environment.OPENAI_API_KEY), baseUrl };
}

function set(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}

/** An address without a path gets `/v1`, where both kinds of server have their interface. */
function address(given: string | null): string | null {
  if (given === null) return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UserError(`${given} is no address of a server`, 'it looks like http://localhost:11434/v1');
  }
  const plain = given.replace(/\/+$/, '');
  return url.pathname === '/' ? `${plain}/v1` : plain;
}

/** Tokens of the context window and of one answer, where the operator says nothing. */
export function defaultWindow(provider: ModelChoice['provider'] | 'script'): number {
  return provider === 'openai-compatible' ? 32_768 : 200_000;
}

/** Tokens that one answer may have: room for a large file, and never more than a quarter of the window. */
export function maxOutputTokens(contextWindow: number): number {
  return Math.max(1024, Math.min(16_000, Math.floor(contextWindow / 4)));
}
