import Button from '@mui/material/Button';

import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import {
  SaveContextProvider,
  useDataProvider,
  useNotify,
  useRecordContext,
  useSaveContext,
} from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { Dialog } from '../../ui/dialog/Dialog';
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
  const titleId = useId();
  const textId = useId();
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
        <Dialog
          open
          onClose={() => answer(false)}
          role="alertdialog"
          aria-labelledby={titleId}
          aria-describedby={textId}
        >
          <DialogTitle id={titleId}>{t('users.losesSubjectsTitle')}</DialogTitle>
          <DialogContent id={textId}>
            <Typography>{t('users.losesSubjects', { smart_count: asked.subjects })}</Typography>
            <Typography color="text.secondary" sx={{ mt: 1 }}>
              {t('users.losesSubjectsNote')}
            </Typography>
          </DialogContent>
          <DialogActions>
            <Button onClick={() => answer(false)} autoFocus>
              {t('ui.cancel')}
            </Button>
            <Button variant="contained" onClick={() => answer(true)}>
              {t('users.losesSubjectsGo')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </SaveContextProvider>
  );
}
