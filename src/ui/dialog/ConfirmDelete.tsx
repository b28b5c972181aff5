import { Alert, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDelete, useRecordContext, useResourceContext, useUnselect } from 'react-admin';
import type { Dependents } from '../../../contract/fields';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';
import { DeleteAction } from '../page/IconAction';
import { QuestionDialog } from './QuestionDialog';
import { useNotices } from './Toasts';

interface ConfirmDeleteProps {
  isOpen: boolean;
  /** The whole question, in the words of the specification. */
  question: string;
  /** The name of the record. */
  name?: ReactNode;
  /** What is deleted with it. */
  children?: ReactNode;
  isPending?: boolean;
  /** Why it was refused; the question is then asked again. */
  refusal?: LeaversRefusal | null;
  /** @param confirm the number that the server requires after a refusal */
  onConfirm: (confirm?: number) => void;
  onClose: () => void;
}

/** A deletion that would include records of students who have left, whose records elsewhere would lose it. */
export interface LeaversRefusal {
  /** The server's sentence, with the number of students, marks, absences and daily records. */
  sentence: string;
  /** The number of these students: `confirm` of the confirmed deletion. */
  students: number;
}

/** Null for any other refusal, which cannot be confirmed. Source: rule 4 of the domain. */
export function refusalForLeavers(problem: unknown): LeaversRefusal | null {
  if (!(problem instanceof ApiProblem) || problem.code !== 'HAS_DEPENDENTS') return null;
  const { students } = (problem.body['counts'] ?? {}) as { students?: number };
  return students === undefined ? null : { sentence: problem.message, students };
}

/**
 * Asks before a deletion, and shows what is deleted with it. It confirms only once, and once more after each refusal.
 */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { isOpen, question, children, refusal = null, onConfirm, ...rest } = props;
  // A ref, because a state is too late for a double click, and the button stays while the dialog fades out.
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
      confirm={t(refusal ? 'ui.deleteAnyway' : 'ui.delete')}
      pending={t('ui.deleting')}
      isDanger
      onConfirm={confirm}
      {...rest}
    >
      {children}
      {refusal && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {refusal.sentence}
        </Alert>
      )}
    </QuestionDialog>
  );
}

type DeletableResource = Parameters<Api['dependents']>[0];

const kinds: readonly (keyof Dependents)[] = [
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

interface DeletedAlongProps {
  resource: DeletableResource;
  ids: readonly number[];
  /** The record is being deleted, so its counts are not loaded again. */
  isDeleting?: boolean;
}

/** The number of dependent records; if the server cannot count them, a text that all are deleted. */
export function DeletedAlong({ resource, ids, isDeleting = false }: DeletedAlongProps) {
  const { dependents } = useApi();
  const { data, isPending } = useQuery({
    queryKey: [resource, 'dependents', ...ids],
    queryFn: () => dependents(resource, ids),
    // Loaded for each question, but not again once the record is deleted.
    staleTime: 'static',
    gcTime: 0,
    enabled: !isDeleting,
  });
  if (isPending) return <Skeleton width="60%" />;
  if (!data) return <Typography color="text.secondary">{t('ui.cannotCount')}</Typography>;
  const counts = kinds.filter((kind) => (data[kind] ?? 0) > 0);
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

/** Deletes the record of the context, after a question that names it and its dependent records. */
export function DeleteButton({ name }: { name: string }) {
  const { notifyDone, notifyProblem } = useNotices();
  const record = useRecordContext();
  const resource = useResourceContext() as DeletableResource;
  const unselect = useUnselect(resource);
  const [isOpen, setIsOpen] = useState(false);
  const [refusal, setRefusal] = useState<LeaversRefusal | null>(null);
  const [remove, { isPending }] = useDelete(
    resource,
    { id: record?.id, previousData: record },
    { mutationMode: 'pessimistic' },
  );
  if (!record) return null;

  const open = () => {
    setRefusal(null);
    setIsOpen(true);
  };
  const confirm = (confirmed?: number) =>
    remove(undefined, confirmed === undefined ? {} : { meta: { confirm: confirmed } }, {
      onSuccess: (deleted) => {
        setIsOpen(false);
        unselect([record.id]);
        notifyDone(t(`${resource}.deleted`), deleted);
      },
      onError: (problem) => {
        const asked = refusalForLeavers(problem);
        if (asked) return setRefusal(asked);
        setIsOpen(false);
        notifyProblem(problem, t(`${resource}.deleteFailed`));
      },
    });

  return (
    <>
      <DeleteAction label={t('ui.deleteOf', { name })} onClick={open} />
      <ConfirmDelete
        isOpen={isOpen}
        question={t(`${resource}.deleteQuestion`)}
        name={name}
        isPending={isPending}
        refusal={refusal}
        onConfirm={confirm}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && <DeletedAlong resource={resource} ids={[Number(record.id)]} isDeleting={isPending} />}
      </ConfirmDelete>
    </>
  );
}
