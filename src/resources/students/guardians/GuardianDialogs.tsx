import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentGuardian } from '../../../../contract/families/guardians';
import type { StudentRow } from '../../../../contract/students/students';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useApi } from '../../../dataProvider/useApi';
import { useToday } from '../../../dataProvider/useInstitute';
import { textForStudent } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { QuestionDialog } from '../../../ui/dialog/QuestionDialog';
import { useNotices } from '../../../ui/dialog/Toasts';
import { StaleDialog } from '../../../ui/form/StaleDialog';
import { useVersionedSave } from '../../../ui/form/versionedSave';
import { detailMessage } from '../../../ui/page/problemMessage';
import { GuardianFormDialog } from './GuardianFormDialog';
import {
  emptyForm,
  type GuardianChanges,
  guardianChanges,
  guardianForm,
  guardianName,
  newGuardianBody,
  resolvedChanges,
  staleGuardianFields,
} from './guardianModel';
import { matchesKey } from './GuardianMatches';
import { useIsOfAge } from './useIsOfAge';

export { GuardianFormDialog };

interface DialogProps {
  student: StudentRow;
  onClose: () => void;
}

interface AddDialogProps extends DialogProps {
  guardians: readonly StudentGuardian[];
}

export function AddGuardianDialog({ student, guardians, onClose }: AddDialogProps) {
  const { addGuardian } = useApi();
  const { notifyDone } = useNotices();
  const client = useQueryClient();
  const today = useToday();
  const [initial] = useState(() => ({ ...emptyForm, consent_on: today }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ReturnType<typeof newGuardianBody>) => addGuardian(student.id, body),
    onSuccess: (answer) => {
      onClose();
      notifyDone(t('guardians.added'), answer);
    },
    onError: (problem) => {
      // The link is new, so the matches are read again. They tell of it, and the next save confirms it.
      if (problem instanceof ApiProblem && problem.code === 'GUARDIAN_HAS_LINK')
        void client.invalidateQueries({ queryKey: matchesKey });
    },
  });
  return (
    <GuardianFormDialog
      title={t('guardians.addTo', { name: student.full_name })}
      initial={initial}
      family={student}
      takenIds={guardians.map(({ id }) => id)}
      canBePrimary={guardians.length > 0}
      isOfAge={useIsOfAge(student)}
      text={textForStudent(student)}
      problem={error && detailMessage(error, t('guardians.saveFailed'))}
      isPending={isPending}
      onSave={(added) => mutate(newGuardianBody(added))}
      onClose={onClose}
    />
  );
}

interface StoredDialogProps extends DialogProps {
  guardian: StudentGuardian;
}

export function EditGuardianDialog({ student, guardian, onClose }: StoredDialogProps) {
  const { updateGuardian } = useApi();
  const { notifyDone } = useNotices();
  const today = useToday();
  // A reload must not change the base of the form.
  const [base] = useState(guardian);
  const [initial] = useState(() => guardianForm(base, today));
  const [problem, setProblem] = useState<unknown>(null);
  const { send, isPending, question } = useVersionedSave({
    save: (body: GuardianChanges) => updateGuardian(student.id, base.id, body),
    onSaved: (answer) => {
      onClose();
      notifyDone(t('guardians.updated'), answer);
    },
    onRefused: setProblem,
    buildBody: resolvedChanges,
  });
  return (
    <>
      <GuardianFormDialog
        title={t('guardians.edit')}
        initial={initial}
        guardian={base}
        family={student}
        takenIds={[]}
        canBePrimary={!base.is_primary}
        isOfAge={base.is_of_age}
        text={textForStudent(student)}
        problem={problem ? detailMessage(problem, t('guardians.saveFailed')) : null}
        isPending={isPending}
        onSave={({ form }) => void send(guardianChanges(base, form))}
        onClose={onClose}
      />
      <StaleDialog fields={staleGuardianFields()} question={question} />
    </>
  );
}

export function RemoveGuardianDialog({ student, guardian, onClose }: StoredDialogProps) {
  const { removeGuardian } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeGuardian(student.id, guardian.id),
    onSettled: onClose,
    onSuccess: (answer) => notifyDone(answer.message, answer),
    onError: (problem) => notifyProblem(problem, t('guardians.removeFailed')),
  });
  const isShared = guardian.children.length > 1 || guardian.has_other_children;
  return (
    <QuestionDialog
      title={textForStudent(student)('guardians.removeTitle')}
      text={t(isShared ? 'guardians.removeShared' : 'guardians.removeLast')}
      name={guardianName(guardian.name, guardian.relation)}
      confirmLabel={t('guardians.remove')}
      pendingLabel={t('guardians.removing')}
      isDanger
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
