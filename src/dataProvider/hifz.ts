import type { BodyInputOf } from '../../contract/endpoint';
import { hifzApi } from '../../contract/hifz/map';
import { hifzPlansApi } from '../../contract/hifz/plan';
import { sardApi } from '../../contract/hifz/sard';
import { call } from './apiCall';

const studentParams = (student: string) => ({ params: { student } });
const idParams = (id: number) => ({ params: { id: String(id) } });
const orNullQuery = { or_null: '1' } as const;
type OwnPlan = BodyInputOf<typeof hifzPlansApi.savePlan>;
type Template = BodyInputOf<typeof hifzPlansApi.saveSubjectPlan>;

/** `student` is the academic number. Only our server has these calls. */
export const hifz = {
  map: (student: string) => call(hifzApi.map, studentParams(student)),
  hearings: (student: string, query: { page: number }) =>
    call(hifzApi.hearings, { ...studentParams(student), query }),
  batchMap: (batchId: number, circle_id?: number) =>
    call(hifzApi.batchMap, { params: { batchId: String(batchId) }, query: { circle_id } }),

  /** A member without a plan has no task (null). */
  circleTasks: (circle: number, date: string) =>
    call(hifzPlansApi.circleTasks, { params: { id: String(circle) }, query: { date } }),
  overview: (date: string) => call(hifzApi.overview, { query: { date } }),

  lessons: (student: string) => call(hifzApi.hearings, { ...studentParams(student), query: { kind: 'new' } }),

  /** The student's own plan, or the plan of the circle or subject. Null without a plan. */
  plan: (student: string, subject_code: string) =>
    call(hifzPlansApi.plan, { ...studentParams(student), query: { subject_code, ...orNullQuery } }),
  savePlan: (student: string, body: OwnPlan) =>
    call(hifzPlansApi.savePlan, { ...studentParams(student), body }),
  removePlan: (student: string, subject_code: string) =>
    call(hifzPlansApi.removePlan, { ...studentParams(student), query: { subject_code } }),
  circlePlan: (id: number) => call(hifzPlansApi.circlePlan, { ...idParams(id), query: orNullQuery }),
  saveCirclePlan: (id: number, body: Template) =>
    call(hifzPlansApi.saveCirclePlan, { ...idParams(id), body }),
  removeCirclePlan: (id: number) => call(hifzPlansApi.removeCirclePlan, idParams(id)),
  subjectPlan: (code: string) => call(hifzPlansApi.subjectPlan, { params: { code }, query: orNullQuery }),
  saveSubjectPlan: (code: string, body: Template) =>
    call(hifzPlansApi.saveSubjectPlan, { params: { code }, body }),
  removeSubjectPlan: (code: string) => call(hifzPlansApi.removeSubjectPlan, { params: { code } }),

  progress: (student: string) => call(hifzApi.progress, studentParams(student)),
  circleProgress: (id: number) => call(hifzApi.circleProgress, idParams(id)),
  batchProgress: (batchId: number) => call(hifzApi.batchProgress, { params: { batchId: String(batchId) } }),
  hotSpots: (student: string) => call(hifzApi.hotSpots, studentParams(student)),
  circleHotSpots: (id: number) => call(hifzApi.circleHotSpots, idParams(id)),

  prior: (student: string) => call(hifzPlansApi.prior, studentParams(student)),
  savePrior: (student: string, body: BodyInputOf<typeof hifzPlansApi.savePrior>) =>
    call(hifzPlansApi.savePrior, { ...studentParams(student), body }),

  /** Default of `date`: today. Null without a plan. */
  task: (student: string, subject_code: string, date?: string) =>
    call(hifzPlansApi.task, { ...studentParams(student), query: { subject_code, or_null: '1', date } }),
  /** Removes a range from the far revision of a day. */
  skip: (student: string, body: BodyInputOf<typeof hifzPlansApi.skip>) =>
    call(hifzPlansApi.skip, { ...studentParams(student), body }),

  week: (student: string, from: string) => call(hifzApi.week, { ...studentParams(student), query: { from } }),
  circleWeek: (id: number, from: string) => call(hifzApi.circleWeek, { ...idParams(id), query: { from } }),

  sards: (student: string, limit: number) =>
    call(sardApi.list, {
      query: {
        filter: JSON.stringify({ student_id: student }),
        range: `[0,${limit - 1}]`,
        sort: '["date","DESC"]',
      },
    }),
  addSard: (body: BodyInputOf<typeof sardApi.create>) => call(sardApi.create, { body }),
  saveSard: (id: number, body: BodyInputOf<typeof sardApi.update>) =>
    call(sardApi.update, { ...idParams(id), body }),
  removeSard: (id: number) => call(sardApi.remove, idParams(id)),
};
