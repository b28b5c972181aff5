import { Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { SaveContextProvider, useNotify, useRecordContext, useSaveContext } from 'react-admin';
import { useApi } from '../../dataProvider/useApi';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { problemMessage } from '../../ui/page/problemMessage';
import type { UserRow } from './userModel';

interface RoleChangeQuestion {
  subjectCount: number;
  answer: (isConfirmed: boolean) => void;
}

/** If the new role would remove all subjects of a teacher, the form asks first. */
export function ConfirmRoleChange({ children }: { children: ReactNode }) {
  const notify = useNotify();
  const stored = useRecordContext<UserRow>();
  const context = useSaveContext();
  const { teacherSubjects } = useApi();
  const [question, setQuestion] = useState<RoleChangeQuestion | null>(null);

  const confirmRoleChange = async (values: Partial<UserRow>) => {
    if (stored?.role !== 'teacher' || values.role === 'teacher') return true;
    const subjectCount = (await teacherSubjects(stored.id)).length;
    if (subjectCount === 0) return true;
    return new Promise<boolean>((answer) => setQuestion({ subjectCount, answer }));
  };
  const save: typeof context.save = async (values, callbacks) => {
    try {
      if (!(await confirmRoleChange(values as Partial<UserRow>))) return undefined;
    } catch (problem) {
      notify(problemMessage(problem, t('users.failed')), { type: 'error' });
      return undefined;
    }
    return context.save?.(values, callbacks) as never;
  };
  const answer = (isConfirmed: boolean) => {
    question?.answer(isConfirmed);
    setQuestion(null);
  };
  return (
    <SaveContextProvider value={{ ...context, save }}>
      {children}
      {question && (
        <QuestionDialog
          title={labels.losesSubjectsTitle}
          text={t('users.losesSubjects', { smart_count: question.subjectCount })}
          confirmLabel={labels.losesSubjectsGo}
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        >
          <Typography color="text.secondary">{labels.losesSubjectsNote}</Typography>
        </QuestionDialog>
      )}
    </SaveContextProvider>
  );
}
