import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HifzPlan } from '../../../contract/hifz/plan';
import { useApi } from '../../dataProvider/useApi';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { useNotices } from '../../ui/dialog/Toasts';
import type { PlanValues } from './planModel';

export type PlanOwner =
  | { kind: 'student'; student: string; name: string; subject_code: string }
  | { kind: 'circle'; id: number; name: string }
  | { kind: 'subject'; subject_code: string; name: string };

const ownerKey = (owner: PlanOwner) =>
  owner.kind === 'student'
    ? [owner.student, owner.subject_code]
    : [owner.kind === 'circle' ? owner.id : owner.subject_code];

export function usePlan(owner: PlanOwner) {
  const { hifz } = useApi();
  const load = async (): Promise<HifzPlan | null> => {
    const api = await hifz();
    if (owner.kind === 'student') return api.plan(owner.student, owner.subject_code);
    return owner.kind === 'circle' ? api.circlePlan(owner.id) : api.subjectPlan(owner.subject_code);
  };
  return useQuery({
    queryKey: ['hifz', 'plan', owner.kind, ...ownerKey(owner)],
    queryFn: load,
    staleTime: 0,
  });
}

/** A new plan has version 0. The server answers STALE if another user has created a plan before. */
export type PlanBody = PlanValues & { version: number };

export function usePlanWrites(owner: PlanOwner, onEnd: () => void) {
  const { hifz } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const client = useQueryClient();
  const finish = (message: string, operation_id: number | null) => {
    onEnd();
    notifyDone(message, { operation_id });
    void client.invalidateQueries({ queryKey: ['hifz'] });
  };
  const save = async (plan: PlanBody) => {
    const api = await hifz();
    if (owner.kind === 'student')
      return api.savePlan(owner.student, { ...plan, subject_code: owner.subject_code });
    return owner.kind === 'circle'
      ? api.saveCirclePlan(owner.id, plan)
      : api.saveSubjectPlan(owner.subject_code, plan);
  };
  const { mutate: remove, isPending: isRemoving } = useMutation({
    mutationFn: async () => {
      const api = await hifz();
      if (owner.kind === 'student') return api.removePlan(owner.student, owner.subject_code);
      return owner.kind === 'circle'
        ? api.removeCirclePlan(owner.id)
        : api.removeSubjectPlan(owner.subject_code);
    },
    onSuccess: ({ message, operation_id }) => finish(message || labels.removed, operation_id),
    onError: (problem) => notifyProblem(problem, labels.removeFailed),
  });
  return { save, finish, remove, isRemoving };
}
