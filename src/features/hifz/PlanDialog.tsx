import { Box, Button, DialogContent, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { HifzPlan } from '../../../contract/hifz/plan';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute, useWeekendDays } from '../../dataProvider/useInstitute';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import { FormDialog, SubmitDialog } from '../../ui/dialog/FormDialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { StaleDialog, type StaleQuestion } from '../../ui/form/StaleDialog';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { LazyBoundary } from '../../ui/page/LazyBoundary';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { detailMessage } from '../../ui/page/problemMessage';
import { NewDayQuestion } from '../teaching-context/NewDayQuestion';
import { useFormDay } from '../teaching-context/useDay';
import { PlanFields } from './PlanFields';
import {
  computeCap,
  toDraft,
  createDraft,
  type PlanDraft,
  type StudentProgress,
  noProgress,
  type PlanValues,
  findProblems,
  toValues,
} from './planModel';
import { groupFields, planGroups, describePlanOrigin, ungroupFields } from './planParts';
import { type PlanOwner, type PlanBody, usePlan, usePlanWrites } from './usePlan';

const PlanPreview = lazyComponent(() => import('./PlanPreview'));

interface PlanDialogProps {
  owner: PlanOwner;
  onClose: () => void;
}

const dialogTitle = (owner: PlanOwner) =>
  owner.kind === 'student'
    ? labels.ofStudent(owner.name)
    : owner.kind === 'circle'
      ? labels.ofCircle(owner.name)
      : labels.ofSubject(owner.name);

export default function PlanDialog({ owner, onClose }: PlanDialogProps) {
  const plan = usePlan(owner);
  const progress = useProgress(owner);
  const institute = useInstitute();
  const error = plan.error ?? progress.error;
  if (!error && plan.data !== undefined && plan.isFetchedAfterMount && progress.data && !institute.isPending)
    return <PlanForm owner={owner} stored={plan.data} progress={progress.data} onClose={onClose} />;
  return (
    <FormDialog isOpen title={dialogTitle(owner)} maxWidth="lg" onClose={onClose}>
      <DialogContent>
        {error ? (
          <ErrorState
            title={labels.loadFailed}
            error={error}
            onRetry={() => {
              void plan.refetch();
              void progress.refetch();
            }}
          />
        ) : (
          <Skeleton variant="rounded" height={560} />
        )}
      </DialogContent>
    </FormDialog>
  );
}

/** The preview depends on the student's memorised ranges. A template has none. */
function useProgress(owner: PlanOwner) {
  const { hifz } = useApi();
  const student = owner.kind === 'student' ? owner.student : null;
  return useQuery({
    queryKey: ['hifz', 'known', student],
    queryFn: async (): Promise<StudentProgress> => {
      if (student === null) return noProgress;
      const hifzApi = await hifz();
      const [map, lessons] = await Promise.all([hifzApi.map(student), hifzApi.lessons(student)]);
      return { memorised: map.memorised, memorisedPages: map.memorised_pages, lessons };
    },
    staleTime: 0,
  });
}

interface PlanFormProps extends PlanDialogProps {
  /** The student's own plan, or the current template. */
  stored: HifzPlan | null;
  progress: StudentProgress;
}

function PlanForm({ owner, stored, progress, onClose }: PlanFormProps) {
  const daysOff = useWeekendDays();
  const isTemplate = owner.kind !== 'student';
  // The form keeps its initial plan, even if the query loads a newer plan.
  const [initialPlan] = useState(stored);
  const ownPlan = initialPlan !== null && (isTemplate || !initialPlan.is_template) ? initialPlan : null;
  const [typed, setTyped] = useState<Partial<PlanDraft>>({});
  const isDirty = Object.keys(typed).length > 0;
  const { date, newDay } = useFormDay(isDirty && initialPlan === null && typed.begin === undefined);
  const initialDraft = useMemo(
    () => (initialPlan ? toDraft(initialPlan) : createDraft(date, daysOff)),
    [initialPlan, date, daysOff],
  );
  const draft = useMemo(() => ({ ...initialDraft, ...typed }), [initialDraft, typed]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const { save, finish, ...removal } = usePlanWrites(owner, onClose);
  const { send, isPending, question } = useVersionedSave<PlanBody, Awaited<ReturnType<typeof save>>>({
    save,
    onSaved: ({ operation_id }) => finish(labels.saved, operation_id),
    onRefused: (problem) => setRefusal(detailMessage(problem, labels.saveFailed)),
    buildBody: (chosen) => ungroupFields(chosen) as PlanBody,
  });
  const problems = findProblems(draft);
  const isComplete = Object.keys(problems).length === 0;
  const submit = () => {
    setRefusal(isComplete ? null : labels.wrong);
    if (isComplete) void send({ ...toValues(draft), version: ownPlan?.version ?? 0 });
  };
  return (
    <>
      <SubmitDialog
        title={dialogTitle(owner)}
        problem={refusal}
        isDirty={isDirty}
        submitLabel={labels.save}
        pendingLabel={labels.saving}
        isPending={isPending}
        isReady={isDirty || ownPlan === null}
        hasCancel
        maxWidth="lg"
        onSubmit={submit}
        onClose={onClose}
      >
        <SourceNote owner={owner} stored={initialPlan} />
        <PlanEditor
          draft={draft}
          progress={progress}
          isTemplate={isTemplate}
          onChange={(change) => {
            setTyped((before) => ({ ...before, ...change }));
            setRefusal(null);
          }}
        />
        {ownPlan !== null && (
          <Button color="error" sx={{ alignSelf: 'flex-start' }} onClick={() => setIsRemoving(true)}>
            {isTemplate ? labels.removeTemplate : labels.removeOwn}
          </Button>
        )}
      </SubmitDialog>
      {isRemoving && (
        <RemoveQuestion
          owner={owner}
          isPending={removal.isRemoving}
          onRemove={() => removal.remove()}
          onClose={() => setIsRemoving(false)}
        />
      )}
      <NewDayQuestion newDay={newDay} />
      <StaleDialog fields={planGroups} question={question && groupQuestion(question)} />
    </>
  );
}

/** The user decides on grouped fields together, so that two directions never mix. */
const groupQuestion = (question: StaleQuestion): StaleQuestion => ({
  ...question,
  mine: groupFields({ ...question.mine }),
  theirs: groupFields(question.theirs),
});

function SourceNote({ owner, stored }: Pick<PlanFormProps, 'owner' | 'stored'>) {
  if (owner.kind !== 'student') return <SecondaryText>{labels.templateHint}</SecondaryText>;
  if (!stored?.is_template) return null;
  return <SecondaryText>{labels.beginsWith(describePlanOrigin(stored))}</SecondaryText>;
}

interface PlanEditorProps {
  draft: ReturnType<typeof toDraft>;
  progress: StudentProgress;
  isTemplate: boolean;
  onChange: (change: Partial<ReturnType<typeof toDraft>>) => void;
}

function PlanEditor({ draft, progress, isTemplate, onChange }: PlanEditorProps) {
  // The draft is deferred, so that a slow preview does not block typing.
  const deferredDraft = useDeferredValue(draft);
  const values = useMemo(
    () => (Object.keys(findProblems(deferredDraft)).length > 0 ? null : toValues(deferredDraft)),
    [deferredDraft],
  );
  return (
    <Box sx={twoColumns}>
      <PlanFields
        draft={draft}
        problems={findProblems(draft)}
        capHint={isTemplate ? labels.capOfEach : values ? capHint(values, progress) : ''}
        onChange={onChange}
      />
      <LazyBoundary fallback={<Skeleton variant="rounded" height={560} />}>
        <PlanPreview values={values} progress={progress} isTemplate={isTemplate} />
      </LazyBoundary>
    </Box>
  );
}

function capHint(values: PlanValues, progress: StudentProgress): string {
  const { far_cycle_days: cycle } = values;
  const proposedCap = computeCap({ ...values, far_pages_per_day: null }, progress);
  const chosenCap = computeCap(values, progress);
  if (!proposedCap || !chosenCap?.cycle) return labels.nothingToRevise;
  const cycleText =
    chosenCap.cycle > cycle ? labels.cycleLonger(chosenCap.cycle) : labels.cycleComes(chosenCap.cycle);
  return `${labels.capProposed(proposedCap.cap)} ${cycleText}`;
}

interface RemoveQuestionProps {
  owner: PlanOwner;
  isPending: boolean;
  onRemove: () => void;
  onClose: () => void;
}

function RemoveQuestion({ owner, isPending, onRemove, onClose }: RemoveQuestionProps) {
  const isTemplate = owner.kind !== 'student';
  return (
    <QuestionDialog
      title={isTemplate ? labels.removeTemplate : labels.removeOwn}
      text={isTemplate ? labels.removeTemplateText : labels.removeOwnText}
      name={owner.name}
      isPending={isPending}
      onClose={onClose}
      confirmLabel={t('ui.delete')}
      pendingLabel={t('ui.deleting')}
      isDanger
      onConfirm={onRemove}
    />
  );
}

const twoColumns = {
  display: 'grid',
  columnGap: 4,
  rowGap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.25fr) minmax(0, 1fr)' },
} as const;
