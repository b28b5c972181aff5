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
  /** The whole question, as the specification words it. */
  question: string;
  /** What is deleted, by name. */
  name?: ReactNode;
  /** What goes with it. */
  children?: ReactNode;
  isPending?: boolean;
  /** Why it was not deleted yet; the question is then asked once more, with it. */
  refusal?: LeaversRefusal | null;
  /** @param confirm what the server wants to be told with the deletion, after a refusal */
  onConfirm: (confirm?: number) => void;
  onClose: () => void;
}

/** A deletion that would take the work of students who have left along, whose records elsewhere would lose it. */
export interface LeaversRefusal {
  /** The server's, with the number of students, marks, absences and daily records. */
  sentence: string;
  /** How many they are: `confirm` of the deletion that is done all the same. */
  students: number;
}

/** Null for any other refusal, which cannot be confirmed. Source: rule 4 of the domain. */
export function refusalForLeavers(problem: unknown): LeaversRefusal | null {
  if (!(problem instanceof ApiProblem) || problem.code !== 'HAS_DEPENDENTS') return null;
  const { students } = (problem.body['counts'] ?? {}) as { students?: number };
  return students === undefined ? null : { sentence: problem.message, students };
}

/** Asks before a deletion, and says what goes with it. One opening confirms once, and once more after each refusal. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { isOpen, question, children, refusal = null, onConfirm, ...rest } = props;
  // A state is one drawing late for a double click, and the dialog fades away with its button in it.
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
  'assignments',
  'submissions',
];

interface DeletedAlongProps {
  resource: DeletableResource;
  id: number;
  /** What is being deleted is not asked about again. */
  isDeleting?: boolean;
}

/** What a deletion takes along, counted; where the server cannot count, that it takes everything along. */
export function DeletedAlong({ resource, id, isDeleting = false }: DeletedAlongProps) {
  const { dependents } = useApi();
  const { data, isPending } = useQuery({
    queryKey: [resource, 'dependents', id],
    queryFn: () => dependents(resource, id),
    // Counted anew at each question, and not again once the record is gone.
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

/** Deletes the record around it, after a question that names it and what goes with it. */
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
      onSuccess: () => {
        setIsOpen(false);
        unselect([record.id]);
        notifyDone(t(`${resource}.deleted`));
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
        {isOpen && <DeletedAlong resource={resource} id={Number(record.id)} isDeleting={isPending} />}
      </ConfirmDelete>
    </>
  );
}
