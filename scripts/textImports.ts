import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const i18n = fileURLToPath(new URL('../src/i18n', import.meta.url)).replaceAll('\\', '/');
const prefix = 'texts:';

/** The file of each namespace, read from the imports of src/i18n/ar/index.ts. */
export const textFiles: ReadonlyMap<string, string> = new Map(
  [...readFileSync(`${i18n}/ar/index.ts`, 'utf8').matchAll(/import \{([^}]+)\} from '\.\/(.+)'/g)].flatMap(
    ([, names = '', file = '']) => names.split(',').map((name) => [name.trim(), `${i18n}/ar/${file}.ts`]),
  ),
);

const keyPattern = new RegExp(`(?<=['"\`])(?:${[...textFiles.keys()].join('|')})(?=\\.)`, 'g');

/** The namespaces of the literals in a module that begin as a key. */
export const namespacesIn = (code: string): string[] => [...new Set(code.match(keyPattern))].toSorted();

const registration = (namespace: string) =>
  `import { ${namespace} } from '${textFiles.get(namespace)}';
  import { registerTexts } from '${i18n}/i18nProvider.ts';
  registerTexts({ ${namespace} });`;

/** Each module of the screens imports the texts of which it contains keys, and no others. */
export const textImports: Plugin = {
  name: 'text-imports',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  load: (id) => (id.startsWith(`\0${prefix}`) ? registration(id.slice(prefix.length + 1)) : null),
  // The plugin runs after the compilation, so that keys in types load nothing.
  transform(code, id) {
    if (!/[\\/](src|tests[\\/]pages)[\\/][^?]*\.tsx?$/.test(id)) return null;
    const imports = namespacesIn(code).map((name) => `\nimport '${prefix}${name}';`);
    return imports.length === 0 ? null : { code: code + imports.join(''), map: null };
  },
};
