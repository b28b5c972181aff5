import { type Circle, type CircleMember, circlesApi } from '../../contract/circles';
import { type BodyInputOf, fillPath } from '../../contract/endpoint';
import { apiCall, call } from './apiCall';
import { readOperation } from './operations';

const circleParams = (id: number) => ({ params: { id: String(id) } });

export interface MembersSaved {
  members: CircleMember[];
  operation_id: number | null;
}

/** The response is an array, so a header contains the operation. */
async function setCircleMembers(
  id: number,
  body: BodyInputOf<typeof circlesApi.setMembers>,
): Promise<MembersSaved> {
  const { method, path } = circlesApi.setMembers;
  const { json } = await apiCall({ method, path: fillPath(path, { id }), body });
  return { members: json as CircleMember[], operation_id: readOperation(json) };
}

export const circles = {
  circlesOf: (subject_code: string, date?: string): Promise<Circle[]> =>
    call(circlesApi.list, { query: { subject_code, date } }),
  createCircle: (body: BodyInputOf<typeof circlesApi.create>) => call(circlesApi.create, { body }),
  updateCircle: (id: number, body: BodyInputOf<typeof circlesApi.update>) =>
    call(circlesApi.update, { ...circleParams(id), body }),
  deleteCircle: (id: number) => call(circlesApi.remove, circleParams(id)),

  circleMembers: (id: number, date: string): Promise<CircleMember[]> =>
    call(circlesApi.members, { ...circleParams(id), query: { date } }),
  /** Current and former members, newest first. */
  circleHistory: (id: number): Promise<CircleMember[]> =>
    call(circlesApi.members, { ...circleParams(id), query: { history: 'all' } }),
  setCircleMembers,
  divideStudents: (body: BodyInputOf<typeof circlesApi.divide>) => call(circlesApi.divide, { body }),

  circleSubstitutes: (id: number) => call(circlesApi.substitutes, circleParams(id)),
  addSubstitute: (id: number, body: BodyInputOf<typeof circlesApi.addSubstitute>) =>
    call(circlesApi.addSubstitute, { ...circleParams(id), body }),
  removeSubstitute: (id: number, substituteId: number) =>
    call(circlesApi.removeSubstitute, {
      params: { id: String(id), substituteId: String(substituteId) },
    }),
};
