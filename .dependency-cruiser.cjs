// Who may import whom. Folders are matched by patterns, so that a new one is covered without an edit here.

const packageOf = (name) => `(^|/)node_modules/${name}/`;
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Two files that need each other are one, or want a third.', {}, { circular: true }),
    forbid('resolvable', 'This file or package does not exist.', {}, { couldNotResolve: true }),

    forbid(
      'contract-alone',
      'The contract imports zod and nothing else.',
      { path: '^contract/' },
      { pathNot: ['^contract/', packageOf('zod')] },
    ),
    forbid(
      'rules-alone',
      'Rules depend on each other, on the vocabulary and on the tables of fields.',
      { path: '^contract/rules/' },
      {
        pathNot: [
          '^contract/rules/',
          '^contract/(vocabulary|fieldTable|recordFields|courseFields|guardianFields)\\.ts$',
        ],
      },
    ),
    forbid(
      'server-never-src',
      'Server and src meet in the contract.',
      { path: '^server/' },
      { path: '^src/' },
    ),
    forbid(
      'src-never-server',
      'Server and src meet in the contract.',
      { path: '^src/' },
      { path: '^server/' },
    ),
    forbid(
      'product-never-tools',
      'The product does not know its tests and scripts.',
      { path: '^(contract|server|src)/' },
      { path: '^(tests|scripts)/' },
    ),
    forbid(
      'product-never-dev-packages',
      'What the product imports is in dependencies.',
      { path: '^(contract|server|src)/' },
      { dependencyTypes: ['npm-dev'], pathNot: packageOf('@types') },
    ),

    forbid(
      'screens-are-islands',
      'Resources and pages do not know each other: what two need moves down, links between them are URLs.',
      { path: '^src/(resources|custom-pages)/([^/]+)/' },
      { path: '^src/(resources|custom-pages)/', pathNot: '^src/$1/$2/' },
    ),
    forbid(
      'screens-look-down',
      'A resource or page imports features, ui, dataProvider, i18n and theme.',
      { path: '^src/(resources|custom-pages)/' },
      { path: '^src/', pathNot: '^src/(resources|custom-pages|features|ui|dataProvider|i18n|theme)/' },
    ),
    forbid(
      'screens-for-the-app',
      'Resources and pages are put together at the top of src, and nowhere else.',
      { path: '^src/[^/]+/', pathNot: '^src/(resources|custom-pages)/' },
      { path: '^src/(resources|custom-pages)/' },
    ),
    forbid(
      'no-way-up-in-src',
      'What stands in a folder does not know the application around it.',
      { path: '^src/[^/]+/' },
      { path: '^src/[^/]+\\.tsx$' },
    ),
    forbid(
      'shared-below-shell',
      'Shared pieces do not know the shell.',
      { path: '^src/(features|ui|dataProvider|i18n|theme)/' },
      { path: '^src/layout/' },
    ),
    forbid(
      'ui-below-features',
      'What has a word of the field in it stands in features; ui knows none.',
      { path: '^src/(ui|theme)/' },
      { path: '^src/features/' },
    ),
    forbid(
      'data-and-words-below-screens',
      'The data provider and the texts draw nothing.',
      { path: '^src/(dataProvider|i18n)/' },
      { path: '^src/(features|ui|theme)/' },
    ),

    forbid(
      'parts-are-islands',
      'Parts of the server do not know each other: a join is SQL.',
      { path: '^server/([^/]+)/', pathNot: '^server/(domain|db|commands)/' },
      { path: '^server/[^/]+/', pathNot: '^server/($1|auth|domain|db)/' },
    ),
    forbid(
      'database-at-the-bottom',
      'The database knows no rule of the domain, no part and no route: what it needs is handed to it.',
      { path: '^server/db/' },
      { path: ['^server/(?!db/)[^/]+/', '^server/mount\\.ts$'] },
    ),
    forbid(
      'domain-above-the-database',
      'The domain knows the database, and no part and no route.',
      { path: '^server/domain/' },
      { path: ['^server/(?!domain/|db/)[^/]+/', '^server/mount\\.ts$'] },
    ),
    forbid(
      'no-way-up-in-server',
      'What stands in a folder does not know the application around it.',
      { path: '^server/[^/]+/', pathNot: '^server/commands/' },
      { path: '^server/(app|main)\\.ts$' },
    ),
    forbid(
      'commands-are-ends',
      'A command is started, not imported.',
      { path: '^(server|contract|src)/', pathNot: '^server/commands/' },
      { path: '^server/commands/' },
    ),
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    parser: 'swc', // beside TypeScript 7 the default finds no parser, and then no file
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      mainFields: ['module', 'main'],
    },
  },
};
