import { excusesApi } from '../../contract/families/excuses';
import { excuseMessages } from '../../contract/families/excusesMessages';
import { sendExcuse } from '../domain/excuses';
import { findProgram } from '../domain/references';
import { type Call, listRoute, type Route, route, successBody } from '../mount';
import { invalid } from '../problem';
import { ruleMessages } from '../../contract/errors';
import { acceptExcuse, type Decider, refuseExcuse } from './decisions';
import { isSubjectVisible, loadCoveredAbsences, loadExcuse, loadExcusePage } from './queries';

const deciderOf = async ({ user, scope }: Pick<Call, 'user' | 'scope'>): Promise<Decider> => ({
  scope: await scope(),
  isAdmin: user.role === 'admin',
});

export const excuseRoutes: Route[] = [
  listRoute(excusesApi.list, async (call) => {
    const { scope, isAdmin } = await deciderOf(call);
    return loadExcusePage(call.data.read, call.query, scope, isAdmin);
  }),

  route(excusesApi.one, async (call) => {
    const { data, params } = call;
    const { scope, isAdmin } = await deciderOf(call);
    const excuse = await loadExcuse(data.read, params.id, scope, isAdmin);
    const absences = await loadCoveredAbsences(data.read, params.id, isSubjectVisible(scope));
    return { ...excuse, absences };
  }),

  route(excusesApi.create, async (call) => {
    const { data, actor, user, body } = call;
    const { scope, isAdmin } = await deciderOf(call);
    const { excuse, unit } = await data.write(actor, async (writingUnit) => {
      const { trx } = writingUnit;
      const student = await trx
        .selectFrom('students')
        .select(['id', 'full_name'])
        .where('student_id', '=', body.student_id)
        .where(scope.students)
        .executeTakeFirst();
      if (!student) throw invalid({ path: 'student_id', message: ruleMessages.unknownStudent });
      const { from, to, reason, line = null, program_id } = body;
      const programRowId = (await findProgram(trx, { program_id })) ?? null;
      const content = { student, guardianId: null, sender: user.name, from, to, programRowId, reason, line };
      const id = await sendExcuse(writingUnit, content, user.id);
      return { excuse: await loadExcuse(trx, id, scope, isAdmin), unit: writingUnit };
    });
    return { ...excuse, operation_id: unit.operation };
  }),

  route(excusesApi.accept, async (call) => {
    const { data, actor, params, body } = call;
    const decider = await deciderOf(call);
    const { excused, unit } = await data.write(actor, async (writingUnit) => ({
      excused: await acceptExcuse(writingUnit, decider, params.id, body),
      unit: writingUnit,
    }));
    const excuse = await loadExcuse(data.read, params.id, decider.scope, decider.isAdmin);
    const message = excuseMessages.accepted(excused);
    return { ...successBody(message), excused, excuse, operation_id: unit.operation };
  }),

  route(excusesApi.refuse, async (call) => {
    const { data, actor, params, body } = call;
    const decider = await deciderOf(call);
    const unit = await data.write(actor, async (writingUnit) => {
      await refuseExcuse(writingUnit, decider, params.id, body);
      return writingUnit;
    });
    const excuse = await loadExcuse(data.read, params.id, decider.scope, decider.isAdmin);
    return { ...successBody(excuseMessages.refused), excuse, operation_id: unit.operation };
  }),
];
