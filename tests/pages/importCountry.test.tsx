import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ReadableSheet } from '../../src/custom-pages/import/ImportWorker';
import { useProposals } from '../../src/custom-pages/import/useProposals';
import type { RemoteImportWorker } from '../../src/custom-pages/import/useImportWorker';
import { fieldFile, noChecks, proposeForFile } from '../support/importColumns';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => {
  localStorage.clear();
  signInAs('admin');
});
afterEach(cleanup);

interface ProposalProps {
  getWorker: () => RemoteImportWorker;
  sheet: ReadableSheet;
}

/** Proposes the columns of a file, as the dialog does after it has read the file. */
function Proposal({ getWorker, sheet }: ProposalProps) {
  const { propose } = useProposals(getWorker);
  const [fields, setFields] = useState<readonly (string | null)[]>([]);
  const open = async () => {
    const mapping = await propose('students', 0, sheet, { fileName: 'file.csv' });
    setFields(mapping?.fields ?? []);
  };
  return (
    <>
      <button onClick={() => void open()}>open</button>
      {fields.length > 0 && <output>{fields[0]}</output>}
    </>
  );
}

it.each([
  ['EG', 'student_id'],
  ['SA', 'national_id'],
])('ten digits in an institute of %s are proposed as %s', async (country, field) => {
  const { worker, sheet } = await proposeForFile('students', fieldFile('ids-unknown-head'));
  let answerSettings = () => {};
  const hasOpened = new Promise<void>((resolve) => (answerSettings = resolve));
  renderScreen(<Proposal getWorker={() => worker as unknown as RemoteImportWorker} sheet={sheet} />, {
    settings: async () => {
      await hasOpened;
      return { country, time_zone: 'Asia/Riyadh' };
    },
    getList: async () => ({ data: [], total: 0 }),
    checkImport: async () => noChecks,
  });
  // The file is opened before the settings are loaded.
  await userEvent.click(await screen.findByRole('button', { name: 'open' }));
  answerSettings();
  expect((await screen.findByRole('status')).textContent).toBe(field);
});
