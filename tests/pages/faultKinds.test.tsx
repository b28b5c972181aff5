import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FaultKind, faultKindVersions } from '../../contract/dailyRecords';
import { FaultKinds } from '../../src/custom-pages/settings/FaultKinds';
import { dataProvider } from '../../src/dataProvider';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

const kind = (key: string, name: string, weight: number, version = 1): FaultKind => ({
  key,
  name,
  weight,
  version,
  is_used: false,
});
const initialKinds = [kind('lahn', 'لحن', 1), kind('fath', 'فتح', 0.5)];

/** Opens the list. @param theirs kinds saved by another user, which make the first save stale */
async function open(theirs: FaultKind[], change = rename) {
  let stored = initialKinds;
  const saved = vi.fn<(sent: unknown[], seen: readonly FaultKind[]) => Promise<unknown>>(
    async (_sent, previous) => {
      stored = theirs;
      if (faultKindVersions(previous) !== faultKindVersions(theirs)) {
        throw new ApiProblem(409, '', { code: 'STALE', error: 'قديم', current: theirs });
      }
      return theirs;
    },
  );
  const provider = { ...dataProvider, faultKinds: async () => stored, saveFaultKinds: saved };
  renderScreen(<FaultKinds />, provider);
  await userEvent.click(await screen.findByRole('button', { name: 'تعديل الأنواع والأوزان' }));
  await change(within(await screen.findByRole('group', { name: 'نوع الخطأ 1' })));
  await userEvent.click(screen.getByRole('button', { name: 'حفظ' }));
  return saved;
}

type Line = ReturnType<typeof within>;
async function rename(line: Line) {
  const name = line.getByLabelText(/^الاسم/);
  await userEvent.clear(name);
  await fill(name, 'لحن جلي');
}
const remove = (line: Line) => userEvent.click(line.getByRole('button', { name: 'حذف «لحن»' }));

const staleDialog = async () => within(await screen.findByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' }));

beforeEach(() => {
  localStorage.clear();
  signInAs('admin');
});
afterEach(() => {
  cleanup();
  dropSession('left');
});

it('kinds that another user has changed or added are kept without a question', async () => {
  const saved = await open([initialKinds[0] as FaultKind, kind('fath', 'فتح', 2, 2), kind('own1', 'وقف', 1)]);
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(saved.mock.calls[1]?.[0]).toEqual([
    { key: 'lahn', name: 'لحن جلي', weight: 1, version: 1 },
    { key: 'fath', name: 'فتح', weight: 2, version: 2 },
    { key: 'own1', name: 'وقف', weight: 1, version: 1 },
  ]);
  expect(await screen.findByText('تم حفظ أنواع الأخطاء')).toBeTruthy();
});

it('a name changed by two users is chosen by the second user, and all other changes are merged', async () => {
  const saved = await open([kind('lahn', 'خطأ ظاهر', 3, 2), initialKinds[1] as FaultKind]);
  const question = await staleDialog();
  expect(question.getByText('خطأ ظاهر')).toBeTruthy();
  expect(saved).toHaveBeenCalledTimes(1);
  await userEvent.click(question.getByRole('button', { name: 'حفظ المختار' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(saved.mock.calls[1]?.[0]).toEqual([
    { key: 'lahn', name: 'لحن جلي', weight: 3, version: 2 },
    { key: 'fath', name: 'فتح', weight: 0.5, version: 1 },
  ]);
});

it('a kind removed by one user and changed by another user needs a choice; added kinds stay', async () => {
  const theirs = [kind('lahn', 'خطأ ظاهر', 1, 2), initialKinds[1] as FaultKind, kind('own1', 'وقف', 1)];
  const saved = await open(theirs, remove);
  const question = await staleDialog();
  expect(question.getByText('محذوف من القائمة')).toBeTruthy();
  await userEvent.click(question.getByLabelText(/خطأ ظاهر 1/));
  await userEvent.click(question.getByRole('button', { name: 'حفظ المختار' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(saved.mock.calls[1]?.[0]).toEqual([
    { key: 'fath', name: 'فتح', weight: 0.5, version: 1 },
    { key: 'own1', name: 'وقف', weight: 1, version: 1 },
    { key: 'lahn', name: 'خطأ ظاهر', weight: 1, version: 2 },
  ]);
});

it('a kind removed by another user is added again only if the user chooses it', async () => {
  const saved = await open([initialKinds[1] as FaultKind]);
  const question = await staleDialog();
  await userEvent.click(question.getByLabelText(/محذوف من القائمة/));
  await userEvent.click(question.getByRole('button', { name: 'حفظ المختار' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(saved.mock.calls[1]?.[0]).toEqual([{ key: 'fath', name: 'فتح', weight: 0.5, version: 1 }]);
});
