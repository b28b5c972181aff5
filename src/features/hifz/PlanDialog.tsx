import { Box, Button, DialogContent, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { HifzPlan } from '../../../contract/hifz/plan';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute, useWeekendDays } from '../../dataProvider/useInstitute';
import { hifzPlan as say } from '../../i18n/ar/hifzPlan';
import { t } from '../../i18n/text';
import { FormDialog, SubmitDialog } from '../../ui/dialog/FormDialog';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { StaleDialog, type StaleQuestion } from '../../ui/form/StaleDialog';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { LaterPart } from '../../ui/page/LaterPart';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { later } from '../../ui/page/later';
import { detailSentence } from '../../ui/page/sentenceOf';
import { NewDayQuestion } from '../teaching-context/NewDayQuestion';
import { useFormDay } from '../teaching-context/useDay';
import { PlanFields } from './PlanFields';
import {
  capFor,
  draftOf,
  freshDraft,
  type PlanDraft,
  type Known,
  nothingKnown,
  type PlanValues,
  problemsOf,
  valuesOf,
} from './planModel';
import { inParts, planParts, sourceOf, whole } from './planParts';
import { type PlanOwner, type SentPlan, usePlan, usePlanWrites } from './usePlan';

const PlanPreview = later(() => import('./PlanPreview'));

interface PlanDialogProps {
  owner: PlanOwner;
  onClose: () => void;
}

const titleOf = (owner: PlanOwner) =>
  owner.kind === 'student'
    ? say.ofStudent(owner.name)
    : owner.kind === 'circle'
      ? say.ofCircle(owner.name)
      : say.ofSubject(owner.name);

/** Makes and changes the plan of a student, or the template of a circle or subject. */
export default function PlanDialog({ owner, onClose }: PlanDialogProps) {
  const plan = usePlan(owner);
  const known = useKnown(owner);
  const institute = useInstitute();
  const error = plan.error ?? known.error;
  if (!error && plan.data !== undefined && plan.isFetchedAfterMount && known.data && !institute.isPending)
    return <PlanForm owner={owner} stored={plan.data} known={known.data} onClose={onClose} />;
  return (
    <FormDialog isOpen title={titleOf(owner)} maxWidth="lg" onClose={onClose}>
      <DialogContent>
        {error ? (
          <ErrorState
            title={say.loadFailed}
            error={error}
            onRetry={() => {
              void plan.refetch();
              void known.refetch();
            }}
          />
        ) : (
          <Skeleton variant="rounded" height={560} />
        )}
      </DialogContent>
    </FormDialog>
  );
}

/** What of the student's memorisation decides the next two weeks; of a template nothing does. */
function useKnown(owner: PlanOwner) {
  const { hifz } = useApi();
  const student = owner.kind === 'student' ? owner.student : null;
  return useQuery({
    queryKey: ['hifz', 'known', student],
    queryFn: async (): Promise<Known> => {
      if (student === null) return nothingKnown;
      const calls = await hifz();
      const [map, lessons] = await Promise.all([calls.map(student), calls.lessons(student)]);
      return { memorised: map.memorised, memorisedPages: map.memorised_pages, lessons };
    },
    staleTime: 0,
  });
}

interface PlanFormProps extends PlanDialogProps {
  /** The own plan or, of a student, the template that is followed. */
  stored: HifzPlan | null;
  known: Known;
}

function PlanForm({ owner, stored, known, onClose }: PlanFormProps) {
  const daysOff = useWeekendDays();
  const isTemplate = owner.kind !== 'student';
  // The form stays what it was when it was opened, whatever is loaded meanwhile.
  const [begun] = useState(stored);
  const own = begun !== null && (isTemplate || !begun.is_template) ? begun : null;
  const [typed, setTyped] = useState<Partial<PlanDraft>>({});
  const isDirty = Object.keys(typed).length > 0;
  const { date, newDay } = useFormDay(isDirty && begun === null && typed.begin === undefined);
  const first = useMemo(() => (begun ? draftOf(begun) : freshDraft(date, daysOff)), [begun, date, daysOff]);
  const draft = useMemo(() => ({ ...first, ...typed }), [first, typed]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const { save, tell, ...removal } = usePlanWrites(owner, onClose);
  const { send, isPending, question } = useVersionedSave<SentPlan, Awaited<ReturnType<typeof save>>>({
    save,
    onSaved: ({ operation_id }) => tell(say.saved, operation_id),
    onRefused: (problem) => setRefusal(detailSentence(problem, say.saveFailed)),
    bodyOf: (chosen) => whole(chosen) as SentPlan,
  });
  const problems = problemsOf(draft);
  const isComplete = Object.keys(problems).length === 0;
  const submit = () => {
    setRefusal(isComplete ? null : say.wrong);
    if (isComplete) void send({ ...valuesOf(draft), version: own?.version ?? 0 });
  };
  return (
    <>
      <SubmitDialog
        title={titleOf(owner)}
        problem={refusal}
        isDirty={isDirty}
        button={say.save}
        pending={say.saving}
        isPending={isPending}
        isReady={isDirty || own === null}
        hasCancel
        maxWidth="lg"
        onSubmit={submit}
        onClose={onClose}
      >
        <Source owner={owner} stored={begun} />
        <TypedPlan
          draft={draft}
          known={known}
          isTemplate={isTemplate}
          onChange={(change) => {
            setTyped((before) => ({ ...before, ...change }));
            setRefusal(null);
          }}
        />
        {own !== null && (
          <Button color="error" sx={{ alignSelf: 'flex-start' }} onClick={() => setIsRemoving(true)}>
            {isTemplate ? say.removeTemplate : say.removeOwn}
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
      <StaleDialog fields={planParts} question={question && questionInParts(question)} />
    </>
  );
}

/** What belongs together is chosen together: no mixture of two directions comes of it. */
const questionInParts = (question: StaleQuestion): StaleQuestion => ({
  ...question,
  mine: inParts({ ...question.mine }),
  theirs: inParts(question.theirs),
});

function Source({ owner, stored }: Pick<PlanFormProps, 'owner' | 'stored'>) {
  if (owner.kind !== 'student') return <SecondaryText>{say.templateHint}</SecondaryText>;
  if (!stored?.is_template) return null;
  return <SecondaryText>{say.beginsWith(sourceOf(stored))}</SecondaryText>;
}

interface TypedPlanProps {
  draft: ReturnType<typeof draftOf>;
  known: Known;
  isTemplate: boolean;
  onChange: (change: Partial<ReturnType<typeof draftOf>>) => void;
}

/** The fields, and beside them the two weeks to which they lead, as they are typed. */
function TypedPlan({ draft, known, isTemplate, onChange }: TypedPlanProps) {
  // The weeks follow a moment later where the device is slow; typing never waits.
  const shown = useDeferredValue(draft);
  const values = useMemo(() => (Object.keys(problemsOf(shown)).length > 0 ? null : valuesOf(shown)), [shown]);
  return (
    <Box sx={beside}>
      <PlanFields
        draft={draft}
        problems={problemsOf(draft)}
        capHint={isTemplate ? say.capOfEach : values ? capHint(values, known) : ''}
        onChange={onChange}
      />
      <LaterPart fallback={<Skeleton variant="rounded" height={560} />}>
        <PlanPreview values={values} known={known} isTemplate={isTemplate} />
      </LaterPart>
    </Box>
  );
}

function capHint(values: PlanValues, known: Known): string {
  const { far_cycle_days: cycle } = values;
  const proposed = capFor({ ...values, far_pages_per_day: null }, known);
  const chosen = capFor(values, known);
  if (!proposed || !chosen?.cycle) return say.nothingToRevise;
  const comes = chosen.cycle > cycle ? say.cycleLonger(chosen.cycle) : say.cycleComes(chosen.cycle);
  return `${say.capProposed(proposed.cap)} ${comes}`;
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
      title={isTemplate ? say.removeTemplate : say.removeOwn}
      text={isTemplate ? say.removeTemplateText : say.removeOwnText}
      name={owner.name}
      isPending={isPending}
      onClose={onClose}
      confirm={t('ui.delete')}
      pending={t('ui.deleting')}
      isDanger
      onConfirm={onRemove}
    />
  );
}

const beside = {
  display: 'grid',
  columnGap: 4,
  rowGap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.25fr) minmax(0, 1fr)' },
} as const;
