import { type ESTree, type Plugin, Visitor } from 'vite';

interface Edit {
  start: number;
  end: number;
  text: string;
}

const isContract = /[\\/]contract[\\/][^?]*\.ts$/;
const isZod = /[\\/]node_modules[\\/]zod[\\/]/;

/**
 * Reduces the contract to what the screens need, because only the server checks by schemas. An endpoint keeps its
 * method and path, and the bundler drops each unused value. The types stay as they are.
 */
export const clientContract: Plugin = {
  name: 'client-contract',
  apply: 'build',
  transform(code, id) {
    if (!isContract.test(id)) return null;
    const program = this.parse(code);
    const edits = [...markValues(program), ...reduceEndpoints(program)];
    return { code: applyEdits(code, edits), map: null };
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => isZod.test(id)))
        this.error(`${chunk.fileName} contains zod: a screen uses a schema of the contract as a value.`);
    }
  },
};

const methods: Readonly<Record<string, string>> = { get: 'GET', post: 'POST', put: 'PUT', remove: 'DELETE' };

/** Writes `{ method, path }` for a call such as `get(path, definition)`. */
function reduceEndpoints(program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [path], start, end }) {
      const method = callee.type === 'Identifier' ? methods[callee.name] : undefined;
      if (!method || !path) return;
      edits.push({ start, end: path.start, text: `({ method: '${method}', path: ` });
      edits.push({ start: path.end, end, text: ' })' });
    },
  }).visit(program);
  return edits;
}

/** Wraps each value in a pure call in place. The mark of a plain call covers neither its arguments nor its chain. */
function markValues({ body }: ESTree.Program): Edit[] {
  return body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init === null || /Function|^Literal/.test(init.type) ? [] : [init]))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]);
}

/** A removed part may contain further edits, which are left out. */
function applyEdits(code: string, edits: Edit[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < position) continue;
    result += code.slice(position, start) + text;
    position = end;
  }
  return result + code.slice(position);
}
