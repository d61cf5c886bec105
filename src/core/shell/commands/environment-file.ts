const NAMES =
  /(^|\/)(activate(\.\w+)?|\.?env(\.[\w.]+)?|\.envrc|[\w.-]+\.env|\.(bash|zsh)rc|\.(bash_)?profile|\.bash_aliases|nvm\.sh|sdkman-init\.sh|.*conda\.sh|asdf\.sh|setvars\.sh|export\.sh|setup\.bash|os-release)$/;

/** A file that is read in only to set variables and find tools: a virtual environment, an `.env` file, a profile. */
export function setsEnvironment(path: string): boolean {
  return NAMES.test(path) || /^\/etc\//.test(path);
}
