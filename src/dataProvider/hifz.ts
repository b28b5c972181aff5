import type { BodyInputOf } from '../../contract/endpoint';
import { hifzApi } from '../../contract/hifz/map';
import { hifzPlansApi } from '../../contract/hifz/plan';
import { sardApi } from '../../contract/hifz/sard';
import { call } from './apiCall';

const of = (student: string) => ({ params: { student } });
const ofRow = (id: number) => ({ params: { id: String(id) } });
const orNull = { or_null: '1' } as const;
type OwnPlan = BodyInputOf<typeof hifzPlansApi.savePlan>;
type Template = BodyInputOf<typeof hifzPlansApi.saveSubjectPlan>;

/** Memorisation, which only our server has; a student by the academic number. Each fails with an ApiProblem. */
export const hifz = {
  map: (student: string) => call(hifzApi.map, of(student)),
  /** Of a page of the mushaf, the newest first. */
  hearings: (student: string, query: { page: number }) => call(hifzApi.hearings, { ...of(student), query }),
  /** Of the students of a batch, or of one of its circles. */
  batchMap: (batchId: number, circle_id?: number) =>
    call(hifzApi.batchMap, { params: { batchId: String(batchId) }, query: { circle_id } }),

  /** What the members of a circle recite on a day; null for who has no plan. */
  circleTasks: (circle: number, date: string) =>
    call(hifzPlansApi.circleTasks, { params: { id: String(circle) }, query: { date } }),
  /** The circles of a day. */
  overview: (date: string) => call(hifzApi.overview, { query: { date } }),

  /** The lessons of a student, the newest first. */
  lessons: (student: string) => call(hifzApi.hearings, { ...of(student), query: { kind: 'new' } }),

  /** The own plan of a student in a subject, else that of the circle or subject; null without one. */
  plan: (student: string, subject_code: string) =>
    call(hifzPlansApi.plan, { ...of(student), query: { subject_code, ...orNull } }),
  savePlan: (student: string, body: OwnPlan) => call(hifzPlansApi.savePlan, { ...of(student), body }),
  removePlan: (student: string, subject_code: string) =>
    call(hifzPlansApi.removePlan, { ...of(student), query: { subject_code } }),
  circlePlan: (id: number) => call(hifzPlansApi.circlePlan, { ...ofRow(id), query: orNull }),
  saveCirclePlan: (id: number, body: Template) => call(hifzPlansApi.saveCirclePlan, { ...ofRow(id), body }),
  removeCirclePlan: (id: number) => call(hifzPlansApi.removeCirclePlan, ofRow(id)),
  subjectPlan: (code: string) => call(hifzPlansApi.subjectPlan, { params: { code }, query: orNull }),
  saveSubjectPlan: (code: string, body: Template) =>
    call(hifzPlansApi.saveSubjectPlan, { params: { code }, body }),
  removeSubjectPlan: (code: string) => call(hifzPlansApi.removeSubjectPlan, { params: { code } }),

  /** New pages by week: planned and accepted. */
  progress: (student: string) => call(hifzApi.progress, of(student)),
  circleProgress: (id: number) => call(hifzApi.circleProgress, ofRow(id)),
  batchProgress: (batchId: number) => call(hifzApi.batchProgress, { params: { batchId: String(batchId) } }),
  /** The ayahs with the most faults. */
  hotSpots: (student: string) => call(hifzApi.hotSpots, of(student)),
  circleHotSpots: (id: number) => call(hifzApi.circleHotSpots, ofRow(id)),

  /** What was memorised before. */
  prior: (student: string) => call(hifzPlansApi.prior, of(student)),
  savePrior: (student: string, body: BodyInputOf<typeof hifzPlansApi.savePrior>) =>
    call(hifzPlansApi.savePrior, { ...of(student), body }),

  /** What a student recites on a day (default: today); null without a plan. */
  task: (student: string, subject_code: string, date?: string) =>
    call(hifzPlansApi.task, { ...of(student), query: { subject_code, or_null: '1', date } }),
  /** Leaves a range out of the far revision of a day. */
  skip: (student: string, body: BodyInputOf<typeof hifzPlansApi.skip>) =>
    call(hifzPlansApi.skip, { ...of(student), body }),

  /** Seven days of a student, and of each member of a circle. */
  week: (student: string, from: string) => call(hifzApi.week, { ...of(student), query: { from } }),
  circleWeek: (id: number, from: string) => call(hifzApi.circleWeek, { ...ofRow(id), query: { from } }),

  /** Tests of whole juz of a student, the newest first. */
  sards: (student: string, most: number) =>
    call(sardApi.list, {
      query: {
        filter: JSON.stringify({ student_id: student }),
        range: `[0,${most - 1}]`,
        sort: '["date","DESC"]',
      },
    }),
  addSard: (body: BodyInputOf<typeof sardApi.create>) => call(sardApi.create, { body }),
  saveSard: (id: number, body: BodyInputOf<typeof sardApi.update>) =>
    call(sardApi.update, { ...ofRow(id), body }),
  removeSard: (id: number) => call(sardApi.remove, ofRow(id)),
};
