import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ListBase, useListContext } from 'react-admin';
import type { Batch } from '../../contract/batches';
import type { Subject } from '../../contract/subjects';
import { useAssignmentChoice } from '../../src/custom-pages/assignments/staff/StaffAssignments';
import { useAssignmentFilter } from '../../src/custom-pages/assignments/student/useStudentAssignments';
import { useFilterChange } from '../../src/ui/list/FilterSelect';
import { type OfferingChoice, useOfferingChoice } from '../../src/ui/list/useOfferingChoice';
import { useDay } from '../../src/ui/page/useDay';
import { showScreen, signInAs } from '../support/screen';

const batch = (id: number) => ({ id, batch_name: `دفعة ${id}`, program_id: 'QRN' }) as Batch;
const provider = {
  getOne: async (_: string, { id }: { id: number }) => ({ data: batch(id) }),
  getList: async () => ({ data: [{ id: 1, subject_code: 'فقه101-7', name: 'الفقه' }], total: 1 }),
  settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-22' }),
};

type Choices = (choice: OfferingChoice, day: ReturnType<typeof useDay>) => void;

/** A screen whose filters are chosen faster than it is drawn: `first`, and then `second`, with one press each. */
function Teaching({ first, second }: { first: Choices; second?: Choices }) {
  const choice = useOfferingChoice('absences');
  const day = useDay();
  return (
    <>
      <p>{`${choice.programId} ${choice.batchId} ${choice.subject?.subject_code} ${day.date}`}</p>
      <button onClick={() => first(choice, day)}>first</button>
      <button onClick={() => second?.(choice, day)}>second</button>
    </>
  );
}

function Archive() {
  return (
    <ListBase resource="archive">
      <ArchiveDays />
    </ListBase>
  );
}

function ArchiveDays() {
  const { from, to } = useListContext().filterValues as { from?: string; to?: string };
  const change = useFilterChange();
  const choose = () => {
    change((filters) => ({ ...filters, from: '2026-11-01' }));
    change((filters) => ({ ...filters, to: '2026-11-20' }));
  };
  return (
    <>
      <p>{`${from} ${to}`}</p>
      <button onClick={choose}>first</button>
    </>
  );
}

function Assignments() {
  const { batchId, subjectId, chooseBatch, chooseSubject } = useAssignmentChoice();
  const choose = () => {
    chooseBatch(batch(7));
    chooseSubject({ id: 1 } as Subject);
  };
  return (
    <>
      <p>{`${batchId} ${subjectId}`}</p>
      <button onClick={choose}>first</button>
    </>
  );
}

function OwnAssignments() {
  const { filter, setFilter, clear } = useAssignmentFilter();
  const choose = () => {
    setFilter('subject_code', 'فقه101-7');
    setFilter('status', 'graded');
  };
  return (
    <>
      <p>{`${filter.subjectCode} ${filter.status}`}</p>
      <button onClick={choose}>first</button>
      <button onClick={clear}>second</button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('batch, subject and day that are chosen one right after the other all count', async () => {
  const first: Choices = (choice, day) => {
    choice.chooseBatch(batch(7));
    day.setDate('2026-11-01');
    choice.chooseSubject('فقه101-7');
  };
  const second: Choices = (choice, day) => {
    choice.chooseProgram('SHR');
    day.setDate('2026-11-22');
  };
  const screenOf = <Teaching first={first} second={second} />;
  const router = showScreen(screenOf, provider, '/absences?program_id=QRN&batch_id=5');
  await screen.findByText('QRN 5 undefined 2026-11-22');
  await press('first');
  await screen.findByText('QRN 7 فقه101-7 2026-11-01');
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    program_id: 'QRN',
    batch_id: '7',
    subject_code: 'فقه101-7',
    date: '2026-11-01',
  });
  await press('second');
  await screen.findByText('SHR null undefined 2026-11-22');
});

it('on arrival a choice is made over what is remembered, with the day of the same moment', async () => {
  localStorage.setItem('rasd.offering.1.absences', JSON.stringify({ program_id: 'QRN', batch_id: '7' }));
  const first: Choices = (choice, day) => {
    choice.chooseSubject('فقه101-7');
    day.setDate('2026-11-01');
  };
  showScreen(<Teaching first={first} />, provider, '/absences');
  await screen.findByText('QRN 7 undefined 2026-11-22');
  await press('first');
  expect(await screen.findByText('QRN 7 فقه101-7 2026-11-01')).toBeTruthy();
});

it('both days of the archive that are chosen one right after the other count', async () => {
  const router = showScreen(<Archive />, provider, '/archive?page=3');
  await press('first');
  await screen.findByText('2026-11-01 2026-11-20');
  const search = new URLSearchParams(router.state.location.search);
  expect(search.get('filter')).toBe(JSON.stringify({ from: '2026-11-01', to: '2026-11-20' }));
  expect(search.get('page')).toBe('1');
});

it('batch and subject of the assignments that are chosen one right after the other count', async () => {
  const router = showScreen(<Assignments />, provider, '/assignments?batch_id=5&subject_id=3');
  await screen.findByText('5 3');
  await press('first');
  await screen.findByText('7 1');
  expect(router.state.location.search).toBe('?batch_id=7&program_id=QRN&subject_id=1');
});

it('subject and status of the own assignments that are chosen one right after the other count', async () => {
  const router = showScreen(<OwnAssignments />, {}, '/assignments');
  await screen.findByText('null');
  await press('first');
  await screen.findByText('فقه101-7 graded');
  await press('second');
  await screen.findByText('null');
  expect(router.state.location.search).toBe('');
});
