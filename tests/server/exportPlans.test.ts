import { expect, test } from 'vitest';
import { exportFiles } from '../../contract/export/exportFiles';
import { readFileRows } from '../../server/export/fileRows';
import { startTestApp } from '../support/app';
import { isPostgres } from '../support/database';
import { planRecorder } from '../support/queryPlans';

test.skipIf(isPostgres)(
  'each page of a file begins at its key, and finds other rows by an index',
  async () => {
    const { onQuery, explainCall } = planRecorder(/> \(/);
    const server = await startTestApp({ hasFewRevisions: true, onQuery });
    const explained: string[] = [];
    for (const file of exportFiles) {
      const pages = readFileRows(server.data.read, file, new Date(), 1);
      if ((await pages.next()).done) continue;
      const steps = await explainCall(server.data.read, () => pages.next());
      expect(
        steps.filter((step) => !/^SEARCH .* USING (\w+ )*(INDEX|KEY)\b/.test(step)),
        file.table,
      ).toEqual([]);
      explained.push(file.table);
    }
    expect(explained).toEqual(
      expect.arrayContaining(['students', 'grades', 'student_results', 'submissions']),
    );
    await server.close();
  },
);
