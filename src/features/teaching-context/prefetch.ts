import { allBatches } from '../../../contract/absences';
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
import { choicesPageSize } from './useChoices';

const maxOfferings = 8;
const maxAssignments = 30;
/** Today and two further days, because the app may open tomorrow without a network. */
const daysAhead = 3;
/** Today, tomorrow, and the days until the next task after them. */
const taskDays = 5;
/** Registers and daily records of these earlier days are also prefetched. */
const daysBack = 14;
/** Earlier days are prefetched when the page has been open for this time, because they need hundreds of calls. */
const earlierDaysDelayMs = 30_000;
/** Pause between calls for earlier days. On a slow network the user's own calls must go first. */
const pauseMs = 200;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fills the cache for offline work. Skips refused calls. Rejects if the server is down or the session ends. */
export async function prefetch(api: Api): Promise<void> {
  const session = currentSession();
  if (!session || session.user.role === 'admin' || serverFeatures().isOurs === false) return;
  const settings = await api.settings();
  // The answer may come from another server than the last one.
  if (serverFeatures().isOurs === false) return;
  if (session.user.role === 'student') await prefetchStudent(api, session, settings?.today);
  if (session.user.role === 'teacher' && settings?.today) await prefetchTeacher(api, session, settings.today);
}

async function prefetchStudent(api: Api, session: Session, today: string | undefined) {
  const userId = session.user.id;
  await readUnlessRefused(session, () => api.studentByUser(userId));
  const report = await readUnlessRefused(session, () => api.studentReport(userId));
  const assignments = (await readUnlessRefused(session, () => api.ownAssignments())) ?? [];
  for (const { id } of assignments.slice(0, maxAssignments))
    await readUnlessRefused(session, () => api.assignment(id));
  if (!report || today === undefined || !serverFeatures().has('hifz')) return;
  const { student_id } = report.student_info;
  for (const { subject_code } of report.subjects.filter(hasDailyRecords))
    for (let days = 0; days < taskDays; days += 1)
      await readUnlessRefused(session, async () =>
        (await api.hifz()).task(student_id, subject_code, daysAfter(today, days)),
      );
}

async function prefetchTeacher(api: Api, session: Session, today: string) {
  const days = Array.from({ length: daysAhead }, (_, index) => daysAfter(today, index));
  const work = await prefetchDashboard(api, session, days);
  await prefetchChoices(api, session, days);
  await readUnlessRefused(session, () => api.faultKinds());
  await readUnlessRefused(session, () => api.absenceStatistics(allBatches, undefined, null));
  const choices = await readUnlessRefused(session, () =>
    api.choices({ q: '', withCircles: false }, 0, choicesPageSize),
  );
  const circlesToday = work?.filter(({ is_today, circle_id }) => is_today && circle_id !== null) ?? [];
  const meetsToday = ({ subject_id }: TeachingChoice) =>
    circlesToday.some((item) => item.subject_id === subject_id);
  const offerings = (choices?.rows ?? [])
    .toSorted((one, other) => Number(meetsToday(other)) - Number(meetsToday(one)))
    .slice(0, maxOfferings);
  for (const batchId of new Set(offerings.map(({ batch_id }) => batch_id))) {
    await readUnlessRefused(session, () => api.getOne<Batch>('batches', { id: batchId }));
    await readUnlessRefused(session, () => api.getList<Subject>('subjects', subjectsOfBatch(batchId)));
  }
  for (const offering of offerings) {
    const { batch_name: batchName, subject_code: subjectCode } = offering;
    if (hasDailyRecords(offering)) await readUnlessRefused(session, () => api.curriculum(subjectCode));
    else {
      await readUnlessRefused(session, () => api.gradeSheet({ batchName, subjectCode }));
      await readUnlessRefused(session, () => api.gradeSettings(subjectCode));
      await readUnlessRefused(session, () => api.gradeStatistics({ batchName, subjectCode }));
    }
    for (const date of days) await prefetchDay(api, session, offering, date, today);
  }
  if (await hasCachedEarlierDays(session, today)) return;
  await wait(earlierDaysDelayMs);
  for (let offset = 1; offset <= daysBack; offset += 1)
    for (const offering of offerings) {
      await wait(pauseMs);
      await prefetchDay(api, session, offering, daysAfter(today, -offset), today);
    }
  await noteCachedEarlierDays(session, today);
}

/** The installed app opens with the dashboard. @returns the work of the first day, null if it was refused */
async function prefetchDashboard(api: Api, session: Session, [today = '', ...laterDays]: readonly string[]) {
  const work = await readUnlessRefused(session, () => api.today(today));
  for (const date of laterDays) await readUnlessRefused(session, () => api.today(date));
  await readUnlessRefused(session, () => api.dashboardStats());
  await readUnlessRefused(session, () => api.performanceData());
  await readUnlessRefused(session, () => api.recentActivities());
  return work;
}

async function prefetchChoices(api: Api, session: Session, days: readonly string[]) {
  for (const types of [undefined, [dailyRecordType]] as const) {
    for (const date of days)
      await readUnlessRefused(session, () =>
        api.choices({ q: '', withCircles: true, types, date }, 0, choicesPageSize),
      );
    await readUnlessRefused(session, () => api.choices({ q: '', withCircles: false, types }, 0, 1));
  }
  const types = gradedSubjectTypes;
  await readUnlessRefused(session, () =>
    api.choices({ q: '', withCircles: false, types }, 0, choicesPageSize),
  );
  await readUnlessRefused(session, () => api.choices({ q: '', withCircles: false, types }, 0, 1));
}

const hasDailyRecords = ({ type }: { type: string }) => type === dailyRecordType;

/** Caches the registers, the daily records and the tasks of the circles, and today's absence statistics. */
async function prefetchDay(
  api: Api,
  session: Session,
  offering: TeachingChoice,
  date: string,
  today: string,
) {
  const { batch_name: batchName, subject_code: subjectCode } = offering;
  const sheet = { batchName, subjectCode };
  const circles = (await readUnlessRefused(session, () => api.circlesOf(subjectCode, date))) ?? [];
  const ownCircles = circles.filter(({ teacher_id }) => teacher_id === session.user.id).map(({ id }) => id);
  // With one circle, the screens show only that circle. With several circles, they show all circles or one.
  for (const circle of ownCircles.length === 1 ? ownCircles : [null, ...ownCircles]) {
    await readUnlessRefused(session, () => api.register(sheet, date, circle));
    if (date === today)
      await readUnlessRefused(session, () => api.absenceStatistics(batchName, subjectCode, circle));
    if (!hasDailyRecords(offering)) continue;
    await readUnlessRefused(session, () => api.dailyRecords(sheet, date, circle));
    if (circle !== null && date >= today && serverFeatures().has('hifz'))
      await readUnlessRefused(session, async () => (await api.hifz()).circleTasks(circle, date));
  }
}

/** Null if the server refuses the call. Rejects if the server is down or the session has ended. */
async function readUnlessRefused<T>(session: Session, read: () => Promise<T>): Promise<T | null> {
  // Without the server, the response comes from the cache itself.
  if (isServerUnreachable() || currentSession()?.token !== session.token)
    throw new Error('Prefetching is not possible now.');
  try {
    return await read();
  } catch (problem) {
    if (problem instanceof ApiProblem && isRefusal(problem.status)) return null;
    throw problem;
  }
}

/** 401 and 429 concern all calls, so prefetching stops. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 429;
