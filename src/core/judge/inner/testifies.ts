import { formOf } from '../trace/form.ts';

/** What hands the environment on as it is. */
const WRAPPERS = new Set([
  'timeout',
  'gtimeout',
  'time',
  'nice',
  'ionice',
  'nohup',
  'stdbuf',
  'setsid',
  'command',
  'env',
  'exec',
  'xvfb-run',
  'caffeinate',
]);

/** Variables on which it depends whether bash reads our file. */
const SETTERS = /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|POSIXLY_CORRECT|BASH_FUNC\w*)\+?=/;

/** Options with which bash reads it. */
const OPTIONS = /^[-+][euxfhCEoB]+$/;

/**
 * Whether a bash that this command starts with the script file `path` certainly testifies, so that no run of it can go unnoticed beside
 * one that did: `timeout 60 ./check.sh`, `bash -e check.sh`, but not `env -i ./check.sh` and not `sudo ./check.sh`.
 */
export function testifies(text: string, path: string): boolean {
  const form = formOf(text);
  if (form === null) return false;
  const words = form.split('\n').map((word) => word.replace(/^text:/, ''));
  if (words.some((word) => SETTERS.test(word))) return false;
  let at = 0;
  const skip = (pattern: RegExp): void => {
    while (pattern.test(words[at] ?? '')) at += 1;
  };
  skip(/^\w+\+?=/);
  while (WRAPPERS.has(words[at] ?? '')) {
    const wrapper = words[at];
    at += 1;
    if (wrapper === 'env') skip(/^\w+=/);
    else skip(/^(-.*|[\d.]+[smhd]?)$/);
  }
  if (/^(\S*\/)?bash$/.test(words[at] ?? '')) {
    at += 1;
    while (/^[-+]/.test(words[at] ?? '')) {
      if (!OPTIONS.test(words[at] ?? '')) return false;
      at += /o$/.test(words[at] ?? '') ? 2 : 1;
    }
  }
  return nameOf(words[at] ?? '') === nameOf(path);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
