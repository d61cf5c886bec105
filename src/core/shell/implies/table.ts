// Names with what they hold, as states keep them: cheap to change, and compared by identity.

type Leaf<V> = {
  readonly leaf: true;
  readonly id: number;
  /** Number of the name; its bits, lowest first, are the way to it. */
  readonly key: number;
  readonly name: string;
  readonly value: V;
};
type Branch<V> = {
  readonly leaf: false;
  readonly id: number;
  readonly even: Table<V>;
  readonly odd: Table<V>;
};

/**
 * A table of names; null: it is empty. Two tables that hold the same values (by identity) under the same names are one
 * object, until `forgetTables` is called.
 */
export type Table<V> = Leaf<V> | Branch<V> | null;

/** A set of names. */
export type Names = Table<true>;

type Store = {
  readonly names: Map<string, number>;
  readonly leaves: Map<unknown, Map<number, Leaf<unknown>>>;
  readonly branches: Map<number, Branch<unknown>>;
  next: number;
};

const emptyStore = (): Store => ({ names: new Map(), leaves: new Map(), branches: new Map(), next: 1 });
let store = emptyStore();

/** Forgets all tables; those that are still held elsewhere may not be used any more. */
export function forgetTables(): void {
  store = emptyStore();
}

/** A number of the table, the same for equal ones; 0: empty. */
export const tableId = <V>(table: Table<V>): number => table?.id ?? 0;

function keyOf(name: string): number {
  const known = store.names.get(name);
  if (known !== undefined) return known;
  store.names.set(name, store.names.size);
  return store.names.size - 1;
}

function leafOf<V>(key: number, name: string, value: V): Leaf<V> {
  let byKey = store.leaves.get(value);
  if (byKey === undefined) {
    byKey = new Map();
    store.leaves.set(value, byKey);
  }
  const known = byKey.get(key) as Leaf<V> | undefined;
  if (known !== undefined) return known;
  const leaf: Leaf<V> = { leaf: true, id: store.next, key, name, value };
  store.next += 1;
  byKey.set(key, leaf);
  return leaf;
}

/** More tables than this never come up within the steps that a line may take. */
const FACTOR = 2 ** 26;

function branchOf<V>(even: Table<V>, odd: Table<V>): Table<V> {
  // Below a branch there are two names at least, so that equal tables have one shape.
  if (even === null && (odd === null || odd.leaf)) return odd;
  if (odd === null && even?.leaf === true) return even;
  const pair = tableId(even) * FACTOR + tableId(odd);
  const known = store.branches.get(pair) as Branch<V> | undefined;
  if (known !== undefined) return known;
  const branch: Branch<V> = { leaf: false, id: store.next, even, odd };
  store.next += 1;
  store.branches.set(pair, branch);
  return branch;
}

const isOdd = (key: number, depth: number): boolean => ((key >>> depth) & 1) === 1;

function putAt<V>(table: Table<V>, depth: number, leaf: Leaf<V>): Table<V> {
  if (table === null) return leaf;
  if (table.leaf) {
    if (table.key === leaf.key) return leaf;
    const goesOdd = isOdd(leaf.key, depth);
    if (isOdd(table.key, depth) !== goesOdd)
      return goesOdd ? branchOf<V>(table, leaf) : branchOf<V>(leaf, table);
    const deeper = putAt(table, depth + 1, leaf);
    return goesOdd ? branchOf<V>(null, deeper) : branchOf<V>(deeper, null);
  }
  return isOdd(leaf.key, depth)
    ? branchOf(table.even, putAt(table.odd, depth + 1, leaf))
    : branchOf(putAt(table.even, depth + 1, leaf), table.odd);
}

function removeAt<V>(table: Table<V>, depth: number, key: number): Table<V> {
  if (table === null) return null;
  if (table.leaf) return table.key === key ? null : table;
  return isOdd(key, depth)
    ? branchOf(table.even, removeAt(table.odd, depth + 1, key))
    : branchOf(removeAt(table.even, depth + 1, key), table.odd);
}

/** What a name holds; undefined: nothing. */
export function held<V>(table: Table<V>, name: string): V | undefined {
  if (table === null) return undefined;
  const key = store.names.get(name);
  if (key === undefined) return undefined;
  let node: Table<V> = table;
  for (let depth = 0; node !== null && !node.leaf; depth += 1)
    node = isOdd(key, depth) ? node.odd : node.even;
  return node !== null && node.key === key ? node.value : undefined;
}

/** The table in which the name holds the value. */
export function put<V>(table: Table<V>, name: string, value: V): Table<V> {
  const key = keyOf(name);
  return putAt(table, 0, leafOf(key, name, value));
}

/** The table without the name. */
export function without<V>(table: Table<V>, name: string): Table<V> {
  const key = store.names.get(name);
  return key === undefined ? table : removeAt(table, 0, key);
}

/** All names with what they hold, in no order that means anything. */
export function entriesOf<V>(table: Table<V>): readonly (readonly [string, V])[] {
  const entries: (readonly [string, V])[] = [];
  const walk = (node: Table<V>): void => {
    if (node === null) return;
    if (node.leaf) entries.push([node.name, node.value]);
    else {
      walk(node.even);
      walk(node.odd);
    }
  };
  walk(table);
  return entries;
}

/** The set with more names. */
export function including(names: Names, more: Iterable<string>): Names {
  let all = names;
  for (const name of more) all = put(all, name, true);
  return all;
}
