/**
 * How often a long step of a test is repeated: `short` times in `npm test`, enough to fail on broken code, and `all`
 * times in `npm run test:all`, which sets TEST_ROUNDS.
 */
export const rounds = ({ short, all }: { short: number; all: number }): number =>
  process.env['TEST_ROUNDS'] === 'all' ? all : short;
