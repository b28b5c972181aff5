import type { Plugin } from 'vite';

const refusal = 'throw new Error("This module is not in the build (scripts/withoutUnreached.ts).");';

/** Modules of packages, by the end of their path, with the code that replaces them. */
const replacements: Readonly<Record<string, string>> = {
  // react-admin's labels for resources and fields without a translation
  'inflection/lib/inflection.js':
    'const same = (text) => text; export { same as capitalize, same as humanize, same as inflect, same as pluralize, same as singularize, same as transform };',
  // react-admin's own CSV export
  'jsonexport/dist/index.js': `export default () => { ${refusal} };`,
  // a polyfill of node-polyglot
  'object.entries/index.js': 'module.exports = Object.entries;',
  // themes with CSS variables
  '@mui/material/esm/styles/createThemeWithVars.js': `export const createGetCssVar = () => { ${refusal} }; export default () => { ${refusal} };`,
  '@mui/material/esm/styles/ThemeProviderWithVars.js': `const refuse = () => { ${refusal} }; export { refuse as CssVarsProvider, refuse as useColorScheme, refuse as getInitColorSchemeScript, refuse as Experimental_CssVarsProvider };`,
  // The theme has outlined fields only.
  '@mui/material/esm/FilledInput/FilledInput.js': `export default () => { ${refusal} };`,
  '@mui/material/esm/Input/Input.js': `export default () => { ${refusal} };`,
};

const findReplacement = (id: string) => {
  const path = id.replaceAll('\\', '/');
  return Object.entries(replacements).find(([end]) => path.endsWith(`/node_modules/${end}`));
};

/** Leaves out modules that no screen reaches. The build fails if a package no longer has such a module. */
export function withoutUnreached(): Plugin {
  const found = new Set<string>();
  return {
    name: 'without-unreached',
    apply: 'build',
    load(id) {
      const replacement = findReplacement(id);
      if (!replacement) return null;
      const [end, code] = replacement;
      found.add(end);
      return code;
    },
    buildEnd(error) {
      const missing = Object.keys(replacements).filter((end) => !found.has(end));
      if (!error && missing.length > 0) this.error(`No package has ${missing.join(', ')} any longer.`);
    },
  };
}
