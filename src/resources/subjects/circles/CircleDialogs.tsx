import { Alert, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Circle } from '../../../../contract/circles';
import type { Subject } from '../../../../contract/subjects';
import { dailyRecordType } from '../../../../contract/vocabulary';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useApi } from '../../../dataProvider/useApi';
import { type PlainTextKey, t } from '../../../i18n/text';
import { SubmitDialog } from '../../../ui/dialog/FormDialog';
import { QuestionDialog } from '../../../ui/dialog/QuestionDialog';
import { useNotices } from '../../../ui/dialog/Toasts';
import { lazyDialog } from '../../../ui/dialog/lazyDialog';
import { DayField } from '../../../ui/form/DayField';
import { detailMessage, problemMessage } from '../../../ui/page/problemMessage';
import type { Column } from './circleModel';
import { useCircleWrite, useRemoveCachedCircle } from './useCircles';

const CircleFormDialog = lazyDialog(() => import('./CircleFormDialog'));
const HistoryDialog = lazyDialog(() => import('./HistoryDialog'));
const MembersDialog = lazyDialog(() => import('./MembersDialog'));
const PlanDialog = lazyDialog(() => import('../../../features/hifz/PlanDialog'));
const SubstitutesDialog = lazyDialog(() => import('./SubstitutesDialog'));

const actions = {
  form: 'circles.edit',
  members: 'circles.members.action',
  plan: 'circles.plan',
  substitutes: 'circles.substitutes.action',
  history: 'circles.history.action',
  end: 'circles.end.action',
  remove: 'ui.delete',
} as const satisfies Record<string, PlainTextKey>;
type Kind = keyof typeof actions;

/** Only circles of a subject with daily records have a plan. */
export const circleActions = ({ type }: Subject) =>
  (Object.entries(actions) as [Kind, (typeof actions)[Kind]][]).filter(
    ([kind]) => kind !== 'plan' || type === dailyRecordType,
  );

export type OpenCircleDialog = { kind: 'form'; circle: null } | { kind: Kind; circle: Circle };

interface CircleDialogsProps {
  subject: Subject;
  /** The first day of the new members. */
  date: string;
  columns: readonly Column[];
  dialog: OpenCircleDialog;
  onOpen: (dialog: OpenCircleDialog) => void;
  onClose: () => void;
}

export function CircleDialogs({ subject, date, columns, dialog, onOpen, onClose }: CircleDialogsProps) {
  const { kind, circle } = dialog;
  if (circle === null || kind === 'form')
    return <CircleFormDialog subject={subject} circle={circle} onClose={onClose} />;
  if (kind === 'members')
    return (
      <MembersDialog subject={subject} circle={circle} columns={columns} date={date} onClose={onClose} />
    );
  if (kind === 'plan') return <PlanDialog owner={{ kind: 'circle', ...circle }} onClose={onClose} />;
  if (kind === 'substitutes') return <SubstitutesDialog circle={circle} onClose={onClose} />;
  if (kind === 'history') return <HistoryDialog circle={circle} onClose={onClose} />;
  if (kind === 'end') return <EndDialog circle={circle} date={date} onClose={onClose} />;
  return <DeleteQuestion circle={circle} onEnd={() => onOpen({ kind: 'end', circle })} onClose={onClose} />;
}

/** Each update must send these fields, also unchanged ones. */
export function requiredFields(circle: Circle) {
  const { subject_code, name, teacher_id, days, time, place, capacity, version } = circle;
  return { subject_code, name, teacher_id, days, time, place, capacity, version };
}

interface CircleDialogProps {
  circle: Circle;
  onClose: () => void;
}

/** Ends a circle. Its members and records stay. */
function EndDialog({ circle, date, onClose }: CircleDialogProps & { date: string }) {
  const { updateCircle } = useApi();
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const day = chosenDay ?? date;
  const { send, isPending, error } = useCircleWrite(
    (ended_on: string) => updateCircle(circle.id, { ...requiredFields(circle), ended_on }),
    t('circles.end.done', { name: circle.name }),
    onClose,
  );
  return (
    <SubmitDialog
      title={t('circles.end.title', { name: circle.name })}
      problem={error && detailMessage(error, t('circles.end.failed'))}
      isDirty={chosenDay !== null}
      submitLabel={t('circles.end.action')}
      pendingLabel={t('circles.end.ending')}
      isPending={isPending}
      isReady={day >= '1900'}
      hasCancel
      maxWidth="sm"
      onSubmit={() => send(day)}
      onClose={onClose}
    >
      <Typography>{t('circles.end.text')}</Typography>
      <DayField
        label={t('circles.end.day')}
        value={day}
        helperText={t('circles.end.dayHint')}
        isEager
        onChange={setChosenDay}
      />
    </SubmitDialog>
  );
}

/** The server cannot delete a circle with records, so the dialog offers to end the circle. */
function DeleteQuestion({ circle, onEnd, onClose }: CircleDialogProps & { onEnd: () => void }) {
  const { deleteCircle } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const removeFromCache = useRemoveCachedCircle();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const answer = await deleteCircle(circle.id);
      removeFromCache(circle);
      return answer;
    },
    onSuccess: (answer) => {
      onClose();
      notifyDone(answer.message || t('circles.deleted'), answer);
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem && problem.code === 'HAS_DEPENDENTS')
        return setRefusal(problemMessage(problem, t('circles.deleteFailed')));
      onClose();
      notifyProblem(problem, t('circles.deleteFailed'));
    },
  });
  return (
    <QuestionDialog
      title={t('ui.deleteTitle')}
      text={t('circles.deleteQuestion')}
      name={circle.name}
      isPending={isPending}
      onClose={onClose}
      answers={
        <>
          <Button onClick={onClose} disabled={isPending} autoFocus>
            {t('ui.cancel')}
          </Button>
          {refusal === null ? (
            <Button variant="contained" color="error" disabled={isPending} onClick={() => mutate()}>
              {t(isPending ? 'ui.deleting' : 'ui.delete')}
            </Button>
          ) : (
            <Button variant="contained" onClick={onEnd}>
              {t('circles.endInstead')}
            </Button>
          )}
        </>
      }
    >
      {refusal !== null && <Alert severity="warning">{refusal}</Alert>}
    </QuestionDialog>
  );
}
