import { type Node, parts } from '../syntax.ts';
import { inside, type Place } from '../walk.ts';
import { bindParameters, literalRows, written } from './binding.ts';
import type { TestDefinition } from './definitions.ts';
import { javascript } from './dialect.ts';

const mostRows = 300;

/** One place for each row of a table of tests, with the parameters bound; one place if there is no table. */
export function rowsFor({ callback, rows }: TestDefinition, place: Place): readonly { row: Place }[] {
  const single = inside(place);
  if (callback === null) return [{ row: single }];
  bindParameters(callback, [], single, place.scope);
  if (rows === null) return [{ row: single }];
  const table =
    rows.table.type === 'template_string' ? tableRows(rows.table) : literalRows(rows.table, place.scope);
  if (table === null || table.length === 0 || table.length > mostRows) return [{ row: single }];
  return table.map((row) => {
    const inner = inside(place);
    if ('cells' in row)
      for (const [name, cell] of row.cells) inner.scope.set(name, { text: cell.text, node: cell });
    else bindParameters(callback, cellsOf(row, rows.isSpread, place), inner, place.scope);
    return { row: inner };
  });
}

function cellsOf(row: Node, isSpread: boolean, place: Place): readonly Node[] {
  const value = written(row, place.scope);
  return isSpread && value.type === 'array' ? parts(value) : [row];
}

/** Rows of a tagged table: names in its first line, values in the substitutions. */
function tableRows(template: Node): readonly { cells: readonly (readonly [string, Node])[] }[] {
  const head = template.text.slice(1).trimStart().split('\n')[0] ?? '';
  const names = head.split('|').map((name) => name.trim());
  const values = parts(template)
    .filter((part) => part.type === 'template_substitution')
    .flatMap((part) => parts(part).slice(0, 1));
  const rows: { cells: (readonly [string, Node])[] }[] = [];
  for (const [index, value] of values.entries()) {
    if (index % names.length === 0) rows.push({ cells: [] });
    rows.at(-1)?.cells.push([names[index % names.length] ?? '', javascript.inner(value) ?? value]);
  }
  return rows;
}
