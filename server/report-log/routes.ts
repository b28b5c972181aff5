import type { z } from 'zod';
import { successMessages } from '../../contract/successMessages';
import { reportLogApi } from '../../contract/reportLog';
import type { Scope } from '../auth/scope';
import type { Data } from '../db/engine/connection';
import { offeringNamed } from '../db/offering';
import { retentionOf } from '../db/retention';
import { listRoute, type Route, route } from '../mount';
import { notFound } from '../problem';
import { addReport, reportCounts, reportPage } from './queries';
import { groupFigures } from './summary';

type Sent = z.output<typeof reportLogApi.add.body>;

/** What a report names, as it is called now. @throws NOT_FOUND, also outside of the scope */
async function findReported({ read }: Data, sent: Sent, scope: Scope) {
  const { batchName, studentId, subjectCode } = sent;
  const batch = await read
    .selectFrom('batches')
    .select('id')
    .where('batch_name', '=', batchName)
    .where(scope.batches)
    .executeTakeFirst();
  if (!batch) throw notFound();
  const student = studentId
    ? await read
        .selectFrom('students')
        .select('full_name')
        .where('student_id', '=', studentId)
        .where('batch_id', '=', batch.id)
        .executeTakeFirst()
    : null;
  if (student === undefined) throw notFound();
  const subject = subjectCode ? await offeringNamed(read, batchName, subjectCode, scope.subjects) : null;
  return {
    student_id: student ? (studentId ?? null) : null,
    student_name: student?.full_name ?? null,
    subject_code: subject?.subjectCode ?? null,
    subject_name: subject?.subjectName ?? null,
  };
}

/** Admins see all, teachers their own. */
const seenBy = (user: { id: number; role: string }) => (user.role === 'admin' ? null : user.id);

export const reportLogRoutes: Route[] = [
  route(reportLogApi.add, async ({ data, user, body, scope }) => {
    const names = await findReported(data, body, await scope());
    await data.writeUnlogged((trx) =>
      addReport(trx, {
        ...names,
        user_id: user.id,
        user_name: user.name,
        type: body.type,
        action: body.action,
        batch_name: body.batchName,
        level: body.level ?? null,
        start_date: body.startDate ?? null,
        end_date: body.endDate ?? null,
        created_at: data.now().toISOString(),
      }),
    );
    return { success: true as const, message: successMessages.reportLogged };
  }),

  listRoute(reportLogApi.list, async ({ data, user, query }) => {
    const { timeZone } = await retentionOf(data.read, data.now());
    return reportPage(data.read, query, seenBy(user), timeZone);
  }),

  route(reportLogApi.counts, ({ data, user }) => reportCounts(data.read, seenBy(user))),

  listRoute(reportLogApi.summary, async ({ data, query, scope }) =>
    groupFigures(data.read, query, (await scope()).subjects),
  ),
];
