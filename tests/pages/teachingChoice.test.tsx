import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ListBase, memoryStore, useListContext } from 'react-admin';
import type { Batch } from '../../contract/batches';
import { dailyRecordType } from '../../contract/vocabulary';
import { useAssignmentFilter } from '../../src/custom-pages/assignments/student/useStudentAssignments';
import { useDay } from '../../src/features/teaching-context/useDay';
import {
  type OfferingChoice,
  useOfferingChoice,
} from '../../src/features/teaching-context/useOfferingChoice';
import { useFilterChange } from '../../src/ui/list/FilterSelect';
import { renderScreen, signInAs } from '../support/screen';

const batch = (id: number) => ({ id, batch_name: `دفعة ${id}`, program_id: 'QRN' }) as Batch;
const provider = {
  getOne: async (_: string, { id }: { id: number }) => ({ data: batch(id) }),
  getList: async () => ({ data: [{ id: 1, subject_code: 'فقه101-7', name: 'الفقه' }], total: 1 }),
  settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-22' }),
};

type Choices = (choice: OfferingChoice, day: ReturnType<typeof useDay>) => void;

/** One press makes the `first` choice, and another press the `second`, before the next render. */
function Teaching({ first, second }: { first: Choices; second?: Choices }) {
  const choice = useOfferingChoice();
  const day = useDay();
  return (
    <>
      <p>{`${choice.programId} ${choice.batchId} ${choice.subject?.subject_code} ${day.date}`}</p>
      <button onClick={() => first(choice, day)}>first</button>
      <button onClick={() => second?.(choice, day)}>second</button>
    </>
  );
}

const types = [dailyRecordType];

function Records() {
  const { batchId } = useOfferingChoice(types);
  return <p>{`${batchId}`}</p>;
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

it('batch, subject and day chosen in quick succession all apply', async () => {
  const first: Choices = (choice, day) => {
    choice.chooseBatch(batch(7));
    day.setDate('2026-11-01');
    choice.chooseSubject('فقه101-7');
  };
  const second: Choices = (choice, day) => {
    choice.chooseProgram('SHR');
    day.setDate('2026-11-22');
  };
  const teachingScreen = <Teaching first={first} second={second} />;
  const router = renderScreen(teachingScreen, provider, '/absences?program_id=QRN&batch_id=5');
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

/** Last choices as stored on the device, newest first. */
const recent = (subject_code: string, type: string, batch_id = 7, circle: string | null = null) => ({
  program_id: 'QRN',
  batch_id,
  batch_name: `دفعة ${batch_id}`,
  subject_id: 1,
  subject_code,
  name: 'الفقه',
  type,
  circle,
  circle_name: null,
});
const storeWith = (...recents: object[]) => {
  const store = memoryStore();
  store.setItem('teaching.recent', recents);
  return store;
};
const addressOf = (router: ReturnType<typeof renderScreen>) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search));

it('a screen starts with the last choice of any screen and writes it to the address; new choices replace it', async () => {
  const first: Choices = (choice, day) => {
    choice.chooseSubject(null);
    day.setDate('2026-11-01');
  };
  const store = storeWith(recent('فقه101-7', 'مادة', 7, '4'), recent('تلا101-5', 'مادة', 5));
  const router = renderScreen(<Teaching first={first} />, provider, '/absences', store);
  await screen.findByText('QRN 7 فقه101-7 2026-11-22');
  expect(addressOf(router)).toEqual({
    program_id: 'QRN',
    batch_id: '7',
    subject_code: 'فقه101-7',
    circle_id: '4',
  });
  await press('first');
  expect(await screen.findByText('QRN 7 undefined 2026-11-01')).toBeTruthy();
});

it('the address takes precedence over the last choice', async () => {
  const store = storeWith(recent('تلا101-5', 'مادة', 5));
  renderScreen(<Teaching first={() => {}} />, provider, '/absences?batch_id=7&subject_code=فقه101-7', store);
  expect(await screen.findByText('QRN 7 فقه101-7 2026-11-22')).toBeTruthy();
});

it('a screen for other types of subject starts with its own last subject, or with the batch', async () => {
  const marks = recent('فقه101-7', 'مادة', 7);
  const records = recent('ورد110-5', 'تقييد يومي', 5);
  const router = renderScreen(<Records />, provider, '/daily-records', storeWith(marks, records));
  await screen.findByText('5');
  await waitFor(() => expect(addressOf(router)).toMatchObject({ batch_id: '5', subject_code: 'ورد110-5' }));
  cleanup();
  const other = renderScreen(<Records />, provider, '/daily-records', storeWith(marks));
  await screen.findByText('7');
  await waitFor(() => expect(addressOf(other)).toEqual({ program_id: 'QRN', batch_id: '7' }));
});

it('a single option is chosen automatically; with two options none is chosen', async () => {
  const { circle: _circle, ...only } = { ...recent('فقه101-7', 'مادة'), circle_id: null };
  const providerWithChoices = (rows: object[]) => ({
    ...provider,
    choices: async () => ({ rows, hasMore: false }),
  });
  renderScreen(<Teaching first={() => {}} />, providerWithChoices([only]), '/absences');
  await screen.findByText('QRN 7 فقه101-7 2026-11-22');
  cleanup();
  const two = { ...provider, choices: async () => ({ rows: [only], hasMore: true }) };
  const router = renderScreen(<Teaching first={() => {}} />, two, '/absences');
  await screen.findByText('null null undefined 2026-11-22');
  expect(addressOf(router)).toEqual({});
});

it('both days of the archive chosen in quick succession apply', async () => {
  const router = renderScreen(<Archive />, provider, '/archive?page=3');
  await press('first');
  await screen.findByText('2026-11-01 2026-11-20');
  const search = new URLSearchParams(router.state.location.search);
  expect(search.get('filter')).toBe(JSON.stringify({ from: '2026-11-01', to: '2026-11-20' }));
  expect(search.get('page')).toBe('1');
});

it("subject and status of a student's assignments chosen in quick succession apply", async () => {
  const router = renderScreen(<OwnAssignments />, {}, '/assignments');
  await screen.findByText('null');
  await press('first');
  await screen.findByText('فقه101-7 graded');
  await press('second');
  await screen.findByText('null');
  expect(router.state.location.search).toBe('');
});
