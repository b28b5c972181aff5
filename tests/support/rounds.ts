/**
 * How often a test repeats what takes long: `short` in `npm test`, where it is enough to fail on broken code, `all` in
 * `npm run test:all`, which sets TEST_ROUNDS.
 */
export const rounds = ({ short, all }: { short: number; all: number }): number =>
  process.env['TEST_ROUNDS'] === 'all' ? all : short;
