import { Alert, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Dependents } from '../../../contract/fields';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { QuestionDialog } from './QuestionDialog';
import { useNotices } from './Toasts';

interface ConfirmDeleteProps {
  isOpen: boolean;
  /** The exact text of the specification. */
  question: string;
  name?: ReactNode;
  children?: ReactNode;
  isPending?: boolean;
  /** If the server has refused, the dialog shows the refusal and asks again. */
  refusal?: LeaversRefusal | null;
  /** `confirm` is the number of students that the server requires after a refusal. */
  onConfirm: (confirm?: number) => void;
  onClose: () => void;
  /** Called after the closing animation. */
  onExited?: (() => void) | undefined;
}

/** The deletion would also remove records of students who have moved to another batch. */
interface LeaversRefusal {
  message: string;
  /** Number of these students. The repeated request sends this number as `confirm`. */
  students: number;
}

/** Null if the user cannot confirm the refusal (rule 4 of the domain). */
function readLeaversRefusal(problem: unknown): LeaversRefusal | null {
  if (!(problem instanceof ApiProblem) || problem.code !== 'HAS_DEPENDENTS') return null;
  const { students } = (problem.body['counts'] ?? {}) as { students?: number };
  return students === undefined ? null : { message: problem.message, students };
}

export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { isOpen, question, children, refusal = null, onConfirm, ...rest } = props;
  // State changes too late for a double click, because the button stays while the dialog fades out.
  const isConfirmed = useRef(false);
  useEffect(() => {
    if (isOpen) isConfirmed.current = false;
  }, [isOpen, refusal]);
  const confirm = () => {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm(refusal?.students);
  };
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={t('ui.deleteTitle')}
      text={question}
      confirmLabel={t(refusal ? 'ui.deleteAnyway' : 'ui.delete')}
      pendingLabel={t('ui.deleting')}
      isDanger
      onConfirm={confirm}
      {...rest}
    >
      {children}
      {refusal && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {refusal.message}
        </Alert>
      )}
    </QuestionDialog>
  );
}

/** Pass `dialog` to `ConfirmDelete`. A toast shows `failureMessage` if the server sends no reason. */
export function useDeletion(failureMessage: string) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { refusal, onError } = useRefusal(failureMessage, isOpen, close);
  return { open: () => setIsOpen(true), close, onError, dialog: { isOpen, refusal, onClose: close } };
}

/** The caller keeps `isOpen`. Each opening starts without a refusal. */
export function useRefusal(failureMessage: string, isOpen: boolean, close: () => void) {
  const { notifyProblem } = useNotices();
  const [refusal, setRefusal] = useState<LeaversRefusal | null>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // A closed question keeps its text while it fades out.
    if (isOpen) setRefusal(null);
  }
  const onError = (problem: unknown) => {
    const leaversRefusal = readLeaversRefusal(problem);
    if (leaversRefusal) return setRefusal(leaversRefusal);
    close();
    notifyProblem(problem, failureMessage);
  };
  return { refusal, onError };
}

export type DeletableResource = Parameters<Api['dependents']>[0];

const countedKinds: readonly (keyof Dependents)[] = [
  'batches',
  'subjects',
  'circles',
  'students',
  'grades',
  'absences',
  'daily_records',
  'sard',
  'assignments',
  'submissions',
];

interface DependentCountsProps {
  resource: DeletableResource;
  ids: readonly number[];
  /** The counts must not be loaded again during the deletion. */
  isDeleting?: boolean;
}

/** If the server cannot count the dependent records, a text says that all of them are deleted. */
export function DependentCounts({ resource, ids, isDeleting = false }: DependentCountsProps) {
  const { dependents } = useApi();
  const { data, isPending } = useQuery({
    queryKey: [resource, 'dependents', ...ids],
    queryFn: () => dependents(resource, ids),
    staleTime: 'static',
    gcTime: 0,
    enabled: !isDeleting,
  });
  if (isPending) return <Skeleton width="60%" />;
  if (!data) return <Typography color="text.secondary">{t('ui.cannotCount')}</Typography>;
  const counts = countedKinds.filter((kind) => (data[kind] ?? 0) > 0);
  if (counts.length === 0) return null;
  return (
    <>
      <Typography>{t('ui.deletedAlong')}</Typography>
      <ul>
        {counts.map((kind) => (
          <Typography component="li" key={kind}>
            {t(`counted.${kind}`, { smart_count: data[kind] ?? 0 })}
          </Typography>
        ))}
      </ul>
    </>
  );
}
