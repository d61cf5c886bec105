/** Languages with comments and strings as C has them, whose syntax is not read. */
const likeC = /\.(go|rs|java|kts?|scala|groovy|cs|fs|c|cc|cpp|cxx|h|hh|hpp|m|mm|swift|dart|zig|php)$/i;

/** A comment, or else what may hold something that looks like one: raw, verbatim, long and plain strings, characters. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\br(#*)"[\s\S]*?"\1|@"(?:[^"]|"")*"|"""[\s\S]*?"""|"(?:\\[\s\S]|[^"\\\n])*"|`[^`]*`|'(?:\\[^\n']*|[^'\\\n])'/g;

/** What tools read in a comment: build constraints, what cgo compiles. */
const isRead = /^\/\/(?:go:|export |\s*\+build)|^\/\*[\s\S]*#include/;

/** The text without its comments, where they can be told from strings; Limit: a comment inside of another one ends it. */
export function withoutComments(path: string, text: string): string {
  if (!likeC.test(path)) return text;
  return text.replace(TOKEN, (token) => (/^\/[/*]/.test(token) && !isRead.test(token) ? '' : token));
}
