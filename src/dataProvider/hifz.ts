import type { BodyInputOf } from '../../contract/endpoint';
import { hifzApi } from '../../contract/hifz/map';
import { hifzPlansApi } from '../../contract/hifz/plan';
import { call } from './call';
import { unlessMissing } from './named';

const of = (student: string) => ({ params: { student } });
const ofCircle = (id: number) => ({ params: { id: String(id) } });
const ofSubject = (code: string) => ({ params: { code } });

/** Memorisation, which only our server has; a student by the academic number. Each fails with an ApiProblem. */
export const hifz = {
  map: (student: string) => call(hifzApi.map, of(student)),
  /** The newest first: of a page of the mushaf, or the lessons of a subject. */
  hearings: (student: string, query: { page?: number; kind?: 'new'; subject_code?: string }) =>
    call(hifzApi.hearings, { ...of(student), query }),
  /** Of the students of a batch, or of one of its circles. */
  batchMap: (batchId: number, circle_id?: number) =>
    call(hifzApi.batchMap, { params: { batchId: String(batchId) }, query: { circle_id } }),

  /** What the student follows: the own plan or a template; null without one. */
  plan: (student: string, subject_code: string) =>
    unlessMissing(call(hifzPlansApi.plan, { ...of(student), query: { subject_code } })),
  savePlan: (student: string, body: BodyInputOf<typeof hifzPlansApi.savePlan>) =>
    call(hifzPlansApi.savePlan, { ...of(student), body }),
  removePlan: (student: string, subject_code: string) =>
    call(hifzPlansApi.removePlan, { ...of(student), query: { subject_code } }),
  /** The template of a circle, and that of a subject; null without one. */
  circlePlan: (id: number) => unlessMissing(call(hifzPlansApi.circlePlan, ofCircle(id))),
  saveCirclePlan: (id: number, body: BodyInputOf<typeof hifzPlansApi.saveCirclePlan>) =>
    call(hifzPlansApi.saveCirclePlan, { ...ofCircle(id), body }),
  removeCirclePlan: (id: number) => call(hifzPlansApi.removeCirclePlan, ofCircle(id)),
  subjectPlan: (code: string) => unlessMissing(call(hifzPlansApi.subjectPlan, ofSubject(code))),
  saveSubjectPlan: (code: string, body: BodyInputOf<typeof hifzPlansApi.saveSubjectPlan>) =>
    call(hifzPlansApi.saveSubjectPlan, { ...ofSubject(code), body }),
  removeSubjectPlan: (code: string) => call(hifzPlansApi.removeSubjectPlan, ofSubject(code)),

  /** What was memorised before. */
  prior: (student: string) => call(hifzPlansApi.prior, of(student)),
  savePrior: (student: string, body: BodyInputOf<typeof hifzPlansApi.savePrior>) =>
    call(hifzPlansApi.savePrior, { ...of(student), body }),
};
