import type { BodyInputOf } from '../../contract/endpoint';
import { hifzApi } from '../../contract/hifz/map';
import { hifzPlansApi } from '../../contract/hifz/plan';
import { call } from './call';

const of = (student: string) => ({ params: { student } });

/** Memorisation, which only our server has; a student by the academic number. Each fails with an ApiProblem. */
export const hifz = {
  map: (student: string) => call(hifzApi.map, of(student)),
  /** Of a page of the mushaf, the newest first. */
  hearings: (student: string, query: { page: number }) => call(hifzApi.hearings, { ...of(student), query }),
  /** Of the students of a batch, or of one of its circles. */
  batchMap: (batchId: number, circle_id?: number) =>
    call(hifzApi.batchMap, { params: { batchId: String(batchId) }, query: { circle_id } }),

  /** What was memorised before. */
  prior: (student: string) => call(hifzPlansApi.prior, of(student)),
  savePrior: (student: string, body: BodyInputOf<typeof hifzPlansApi.savePrior>) =>
    call(hifzPlansApi.savePrior, { ...of(student), body }),
};
