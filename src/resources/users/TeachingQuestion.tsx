import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import {
  SaveContextProvider,
  useDataProvider,
  useNotify,
  useRecordContext,
  useSaveContext,
} from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { sentenceOf } from '../../ui/page/sentenceOf';
import type { UserRow } from './userModel';

interface Asked {
  subjects: number;
  answer: (isConfirmed: boolean) => void;
}

/** Around the form: who is made something else than a teacher loses the subjects, which is asked first. */
export function TeachingQuestion({ children }: { children: ReactNode }) {
  const t = useText();
  const notify = useNotify();
  const stored = useRecordContext<UserRow>();
  const context = useSaveContext();
  const { teacherSubjects } = useDataProvider<Api>();
  const [asked, setAsked] = useState<Asked | null>(null);

  const isConfirmed = async (values: Partial<UserRow>) => {
    if (stored?.role !== 'teacher' || values.role === 'teacher') return true;
    const subjects = (await teacherSubjects(stored.id)).length;
    if (subjects === 0) return true;
    return new Promise<boolean>((answer) => setAsked({ subjects, answer }));
  };
  const save: typeof context.save = async (values, callbacks) => {
    try {
      if (!(await isConfirmed(values as Partial<UserRow>))) return undefined;
    } catch (problem) {
      notify(sentenceOf(problem, t('users.failed')), { type: 'error' });
      return undefined;
    }
    return context.save?.(values, callbacks) as never;
  };
  const answer = (isYes: boolean) => {
    asked?.answer(isYes);
    setAsked(null);
  };
  return (
    <SaveContextProvider value={{ ...context, save }}>
      {children}
      {asked && (
        <QuestionDialog
          title={t('users.losesSubjectsTitle')}
          text={t('users.losesSubjects', { smart_count: asked.subjects })}
          confirm={t('users.losesSubjectsGo')}
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        >
          <Typography color="text.secondary">{t('users.losesSubjectsNote')}</Typography>
        </QuestionDialog>
      )}
    </SaveContextProvider>
  );
}
