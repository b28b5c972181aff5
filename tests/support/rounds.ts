/** Repetitions of a long step: `short` in `npm test`, `all` in `npm run test:all`, which sets TEST_ROUNDS. */
export const rounds = ({ short, all }: { short: number; all: number }): number =>
  process.env['TEST_ROUNDS'] === 'all' ? all : short;
