import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openInstitute } from '../../server/domain/openInstitute';
import { compiledOnce } from '../../server/db/engine/once';
import { temporaryFolder } from '../support/temporaryFolder';

const sums = compiledOnce(['first', 'second'], (db, { first, second }: { first: number; second: number }) =>
  db.selectNoFrom([
    sql<number>`${first} + 10 * ${-1}`.as('a'),
    sql<number>`${second} + ${-2} * ${first}`.as('b'),
  ]),
);

test('a compiled query binds each value to its name, and keeps every literal', async () => {
  const data = await openInstitute(`sqlite:${join(temporaryFolder(), 'values.db')}`);
  try {
    expect(await sums(data.read, { first: -1, second: -2 })).toEqual([{ a: -11, b: 0 }]);
    expect(await sums(data.read, { first: 5, second: 7 })).toEqual([{ a: -5, b: -3 }]);
  } finally {
    await data.close();
  }
});
