import type { Batch } from '../../../contract/batches';
import { daysAfter } from '../../../contract/rules/retention';
import type { Subject } from '../../../contract/subjects';
import { dailyRecordType, gradedSubjectTypes } from '../../../contract/vocabulary';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { TeachingChoice } from '../../dataProvider/choices';
import { isServerUnreachable } from '../../dataProvider/cachedReads';
import { hasCachedEarlierDays, noteCachedEarlierDays } from '../../dataProvider/answerCache';
import { serverFeatures } from '../../dataProvider/serverFeatures';
import { currentSession, type Session } from '../../dataProvider/session';
import { subjectsOfBatch } from './useOfferingChoice';
import { firstPage } from './useChoices';

/** Subjects with their circles that are read ahead. */
const maxOfferings = 8;
/** Assignments of a student that are read ahead. */
const maxAssignments = 30;
/** Today, and the days after it: who opens the app in the morning without a network has yesterday's reading. */
const daysAhead = 3;
/** Days before today whose registers and records are read. */
const daysBack = 14;
/** Between the calls for earlier days, which nobody waits for: those of the person come first on a slow network. */
const pauseMs = 200;

/**
 * Reads what a person needs without a network, so that it is kept on the device (`cachedReads.ts`): one call after the other, the
 * same as the screens make. What is refused is left out.
 * @throws Error when the server is away or busy, or the session has ended: it stops then
 */
export async function readAhead(api: Api): Promise<void> {
  const session = currentSession();
  const settings = await api.settings();
  if (!session || serverFeatures().isOurs === false) return;
  if (session.user.role === 'student') await readOwn(api, session);
  if (session.user.role === 'teacher' && settings?.today) await readTeaching(api, session, settings.today);
}

async function readOwn(api: Api, session: Session) {
  const person = session.user.id;
  await allowed(session, () => api.studentByUser(person));
  await allowed(session, () => api.studentReport(person));
  const assignments = (await allowed(session, () => api.ownAssignments())) ?? [];
  for (const { id } of assignments.slice(0, maxAssignments)) await allowed(session, () => api.assignment(id));
}

async function readTeaching(api: Api, session: Session, today: string) {
  const days = Array.from({ length: daysAhead }, (_, index) => daysAfter(today, index));
  await readChoices(api, session, days);
  await allowed(session, () => api.faultKinds());
  const offered = await allowed(session, () => api.choices({ q: '', withCircles: false }, 0, maxOfferings));
  const offerings = offered?.rows ?? [];
  for (const offering of offerings) {
    const { batch_id, batch_name: batchName, subject_code: subjectCode } = offering;
    await allowed(session, () => api.getOne<Batch>('batches', { id: batch_id }));
    await allowed(session, () => api.getList<Subject>('subjects', subjectsOfBatch(batch_id)));
    if (isHeard(offering)) await allowed(session, () => api.curriculum(subjectCode));
    else {
      await allowed(session, () => api.gradeSheet({ batchName, subjectCode }));
      await allowed(session, () => api.gradeSettings(subjectCode));
    }
    for (const date of days) await readDay(api, session, offering, date, true);
  }
  if (await hasCachedEarlierDays(session, today)) return;
  for (let back = 1; back <= daysBack; back += 1)
    for (const offering of offerings) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await readDay(api, session, offering, daysAfter(today, -back), false);
    }
  await noteCachedEarlierDays(session, today);
}

/** What the chooser of each teaching screen offers. */
async function readChoices(api: Api, session: Session, days: readonly string[]) {
  for (const types of [undefined, [dailyRecordType]] as const) {
    for (const date of days)
      await allowed(session, () => api.choices({ q: '', withCircles: true, types, date }, 0, firstPage));
    await allowed(session, () => api.choices({ q: '', withCircles: false, types }, 0, 1));
  }
  const types = gradedSubjectTypes;
  await allowed(session, () => api.choices({ q: '', withCircles: false, types }, 0, firstPage));
  await allowed(session, () => api.choices({ q: '', withCircles: false, types }, 0, 1));
}

const isHeard = ({ type }: TeachingChoice) => type === dailyRecordType;

/** The registers of a day, and where daily records are kept, those and what the circles are to recite. */
async function readDay(
  api: Api,
  session: Session,
  offering: TeachingChoice,
  date: string,
  isComing: boolean,
) {
  const { batch_name: batchName, subject_code: subjectCode } = offering;
  const sheet = { batchName, subjectCode };
  const circles = (await allowed(session, () => api.circlesOf(subjectCode, date))) ?? [];
  const own = circles.filter(({ teacher_id }) => teacher_id === session.user.id).map(({ id }) => id);
  // Who has one circle sees it, who has several sees all of them, or one.
  for (const circle of own.length === 1 ? own : [null, ...own]) {
    await allowed(session, () => api.register(sheet, date, circle));
    if (!isHeard(offering)) continue;
    await allowed(session, () => api.dailyRecords(sheet, date, circle));
    if (circle !== null && isComing && serverFeatures().has('hifz'))
      await allowed(session, async () => (await api.hifz()).circleTasks(circle, date));
  }
}

/**
 * The answer of a call; null if it is refused.
 * @throws Error without the server or after the end of the session
 */
async function allowed<T>(session: Session, read: () => Promise<T>): Promise<T | null> {
  // What the device has kept is there already.
  if (isServerUnreachable() || currentSession()?.token !== session.token)
    throw new Error('Nothing can be read ahead now.');
  try {
    return await read();
  } catch (problem) {
    if (problem instanceof ApiProblem && isRefusal(problem.status)) return null;
    throw problem;
  }
}

/** Of this call alone; too many calls and an ended session end the others too. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 429;
