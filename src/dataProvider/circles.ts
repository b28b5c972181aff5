import { type Circle, type CircleMember, circlesApi } from '../../contract/circles';
import { type BodyInputOf, fillPath } from '../../contract/endpoint';
import { apiCall, call } from './apiCall';
import { operationOf } from './operations';

const ofCircle = (id: number) => ({ params: { id: String(id) } });

/** Members as they are stored, and the operation that takes the change back; null where nothing changed. */
export interface MembersSaved {
  members: CircleMember[];
  operation_id: number | null;
}

/** Sets who belongs to a circle from a day on. The answer is an array, and tells its operation in a header. */
async function setCircleMembers(
  id: number,
  body: BodyInputOf<typeof circlesApi.setMembers>,
): Promise<MembersSaved> {
  const { method, path } = circlesApi.setMembers;
  const { json } = await apiCall({ method, path: fillPath(path, { id }), body });
  return { members: json as CircleMember[], operation_id: operationOf(json) };
}

/** The circles of an offering, which only our server has. Each fails with an ApiProblem. */
export const circles = {
  /** Those of the person's scope on a day; today if left out. */
  circlesOf: (subject_code: string, date?: string): Promise<Circle[]> =>
    call(circlesApi.list, { query: { subject_code, date } }),
  createCircle: (body: BodyInputOf<typeof circlesApi.create>) => call(circlesApi.create, { body }),
  updateCircle: (id: number, body: BodyInputOf<typeof circlesApi.update>) =>
    call(circlesApi.update, { ...ofCircle(id), body }),
  deleteCircle: (id: number) => call(circlesApi.remove, ofCircle(id)),

  /** Who belongs to it on a day. */
  circleMembers: (id: number, date: string): Promise<CircleMember[]> =>
    call(circlesApi.members, { ...ofCircle(id), query: { date } }),
  /** Everybody who was ever of it, the newest first. */
  circleHistory: (id: number): Promise<CircleMember[]> =>
    call(circlesApi.members, { ...ofCircle(id), query: { history: 'all' } }),
  setCircleMembers,
  divideStudents: (body: BodyInputOf<typeof circlesApi.divide>) => call(circlesApi.divide, { body }),

  circleSubstitutes: (id: number) => call(circlesApi.substitutes, ofCircle(id)),
  addSubstitute: (id: number, body: BodyInputOf<typeof circlesApi.addSubstitute>) =>
    call(circlesApi.addSubstitute, { ...ofCircle(id), body }),
  removeSubstitute: (id: number, substituteId: number) =>
    call(circlesApi.removeSubstitute, {
      params: { id: String(id), substituteId: String(substituteId) },
    }),
};
