import { Alert, Box, TextField } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch } from '../../../contract/batches';
import type { Holiday } from '../../../contract/calendar';
import { hijriDate } from '../../../contract/rules/hijri';
import { holidayKinds, type StaffSection } from '../../../contract/vocabulary';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { useHasSectionChoice, useToday, useWeekendDays } from '../../dataProvider/useInstitute';
import { BatchField, ProgramField } from '../../features/teaching-context/OfferingFilters';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { RemoveButton } from '../../ui/dialog/RemoveButton';
import { useNotices } from '../../ui/dialog/Toasts';
import { CheckField } from '../../ui/form/CheckField';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { StaleDialog, type StaleField } from '../../ui/form/StaleDialog';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { detailMessage } from '../../ui/page/problemMessage';
import { SecondaryText } from '../../ui/page/SecondaryText';
import {
  countDays,
  countTeachingDays,
  hasValidDays,
  type HolidayForm,
  lastPossibleDay,
  missingFields,
  newHoliday,
  type OwnerKind,
  ownerOf,
  toBody,
  toForm,
} from './holidayForm';

interface HolidayDialogProps {
  /** Undefined: a new holiday. */
  stored?: Holiday;
  /** True: the dialog suspends the teaching of today, so that the second tap is enough. */
  isSuspension?: boolean;
  onClose: () => void;
}

export default function HolidayDialog({ stored, isSuspension = false, onClose }: HolidayDialogProps) {
  const today = useToday();
  const ownSection = useSession()?.user.section ?? null;
  const section = ownSection ?? stored?.section ?? null;
  const [initial] = useState(() => buildInitial({ stored, isSuspension, today, ownSection }));
  const [form, setForm] = useState(initial);
  const [batch, setBatch] = useState<Batch | null>(null);
  const change = (changes: Partial<HolidayForm>) => setForm((before) => ({ ...before, ...changes }));
  const [isChecked, setIsChecked] = useState(false);
  const edit = useHolidaySave(stored, isSuspension, onClose);
  const missing = missingFields(form);
  const isMissing = (name: (typeof missing)[number]) => isChecked && missing.includes(name);
  const submit = () => {
    setIsChecked(true);
    if (missing.length === 0) void edit.send({ ...toBody(form, section), version: stored?.version ?? 0 });
  };
  const required = (name: (typeof missing)[number]) => (isMissing(name) ? t('validation.required') : '');
  return (
    <>
      <SubmitDialog
        title={t(`calendar.form.${stored ? 'editTitle' : isSuspension ? 'suspendTitle' : 'addTitle'}`)}
        problem={edit.refusal === null ? null : detailMessage(edit.refusal, t('calendar.form.failed'))}
        isDirty={JSON.stringify(form) !== JSON.stringify(initial)}
        submitLabel={t(`calendar.form.${stored ? 'save' : isSuspension ? 'suspend' : 'add'}`)}
        pendingLabel={t('calendar.form.saving')}
        isPending={edit.isPending}
        maxWidth="sm"
        hasCancel
        onSubmit={submit}
        onClose={onClose}
      >
        {!isSuspension && (
          <ViewChoice
            label={t('calendar.form.kind')}
            views={new Map(holidayKinds.map((kind) => [kind, t(`calendar.kinds.${kind}`)]))}
            value={form.kind}
            onChange={(kind) => change({ kind })}
          />
        )}
        <TextField
          label={t('calendar.form.name')}
          placeholder={t('calendar.form.namePlaceholder')}
          value={form.name}
          required
          autoFocus={!stored && !isSuspension}
          error={isMissing('name')}
          helperText={required('name')}
          onChange={({ target }) => change({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' }, inputLabel: { shrink: true } }}
        />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
          <DayField
            label={t('calendar.form.from')}
            value={form.from}
            isRequired
            isNeverEmpty
            onChange={(from) => change({ from, to: form.to < from ? from : form.to })}
          />
          <DayField
            label={t('calendar.form.to')}
            value={form.to}
            min={form.from}
            max={lastPossibleDay(form.from)}
            isRequired
            isNeverEmpty
            onChange={(to) => change({ to })}
          />
        </Box>
        <DaysSummary form={form} />
        <OwnerField form={form} ownSection={ownSection} onChange={change} />
        {form.owner === 'program' && (
          <ProgramField
            programId={form.program_id}
            batch={undefined}
            hasError={isMissing('program_id')}
            onChange={(program_id) => change({ program_id })}
          />
        )}
        {form.owner === 'batch' && (
          <BatchField
            batch={batch}
            batchId={form.batch_id}
            hasError={isMissing('batch_id')}
            onChange={(chosen) => {
              setBatch(chosen);
              change({ batch_id: chosen?.id ?? null });
            }}
          />
        )}
        <Registers form={form} section={section} onChange={change} />
        {stored && (
          <RemoveButton
            label={t('calendar.form.remove')}
            isDisabled={edit.isPending || edit.isRemoving}
            onRemove={() => edit.remove(stored)}
          />
        )}
      </SubmitDialog>
      <StaleDialog fields={staleFields} question={edit.question} />
    </>
  );
}

interface Initial extends Pick<HolidayDialogProps, 'stored'> {
  isSuspension: boolean;
  today: string;
  ownSection: StaffSection | null;
}

function buildInitial({ stored, isSuspension, today, ownSection }: Initial): HolidayForm {
  if (stored) return toForm(stored);
  const added = newHoliday(today, ownSection);
  return isSuspension ? { ...added, kind: 'suspended', name: t('calendar.form.nameOfSuspension') } : added;
}

type Body = ReturnType<typeof toBody> & { version: number };

function useHolidaySave(stored: Holiday | undefined, isSuspension: boolean, onClose: () => void) {
  const { addHoliday, changeHoliday, removeHoliday } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const [refusal, setRefusal] = useState<unknown>(null);
  const versionedSave = useVersionedSave({
    save: ({ version, ...body }: Body) =>
      stored ? changeHoliday(stored.id, { ...body, version }) : addHoliday(body),
    onSaved: (answer) => {
      onClose();
      const text = stored ? 'saved' : isSuspension ? 'suspended' : 'added';
      notifyDone(
        text === 'added' ? t('calendar.form.added', { name: answer.name }) : t(`calendar.form.${text}`),
        answer,
      );
    },
    onRefused: setRefusal,
    buildBody: (chosen, { mine, theirs }) => {
      const { section, program_id, batch_id } = mine;
      const { from, to, name, kind, excludes_registers } = chosen as Holiday & Record<string, unknown>;
      const version = Number(theirs['version']);
      return { from, to, name, kind, excludes_registers, section, program_id, batch_id, version };
    },
  });
  const removal = useMutation({
    mutationFn: ({ id }: Holiday) => removeHoliday(id),
    onSuccess: (answer, { name }) => {
      onClose();
      notifyDone(t('calendar.form.removed', { name }), answer);
    },
    onError: (problem) => notifyProblem(problem, t('calendar.form.removeFailed')),
  });
  return { ...versionedSave, refusal, remove: removal.mutate, isRemoving: removal.isPending };
}

const formatDay = (day: unknown) => hijriDate(String(day));
const staleFields: StaleField[] = [
  { name: 'name', label: t('calendar.form.name') },
  {
    name: 'kind',
    label: t('calendar.form.kind'),
    format: (kind) => t(`calendar.kinds.${kind as Holiday['kind']}`),
  },
  { name: 'from', label: t('calendar.form.from'), format: formatDay },
  { name: 'to', label: t('calendar.form.to'), format: formatDay },
  {
    name: 'excludes_registers',
    label: t('calendar.form.exclude'),
    format: (isExcluding) => t(isExcluding === true ? 'ui.yes' : 'ui.no'),
  },
];

function DaysSummary({ form }: { form: HolidayForm }) {
  const weekend = useWeekendDays();
  if (!hasValidDays(form)) return null;
  return (
    <SecondaryText aria-live="polite">
      {t('calendar.days', { smart_count: countDays(form) })}
      {t('ui.comma')}
      {t('calendar.teachingDays', { smart_count: countTeachingDays(form, weekend) })}
    </SecondaryText>
  );
}

interface OwnerFieldProps {
  form: HolidayForm;
  ownSection: StaffSection | null;
  onChange: (changes: Partial<HolidayForm>) => void;
}

function OwnerField({ form, ownSection, onChange }: OwnerFieldProps) {
  const hasSections = useHasSectionChoice();
  const kinds: readonly OwnerKind[] =
    ownSection === null
      ? ['all', ...(hasSections ? (['boys', 'girls'] as const) : []), 'program', 'batch']
      : [ownSection, 'program', 'batch'];
  return (
    <ChoiceField<OwnerKind>
      label={t('calendar.form.owner')}
      value={form.owner}
      choices={kinds.map((kind) => [
        kind,
        ownSection !== null && kind === 'program'
          ? t('calendar.form.ownersOfSection.program')
          : t(`calendar.form.owners.${kind}`),
      ])}
      onChange={(owner) => owner && onChange({ owner })}
    />
  );
}

interface RegistersProps {
  form: HolidayForm;
  section: StaffSection | null;
  onChange: (changes: Partial<HolidayForm>) => void;
}

/** Shown if registers were taken on these days, so that the admin knows what the exclusion would omit. */
function Registers({ form, section, onChange }: RegistersProps) {
  const { registersOfDays } = useApi();
  const today = useToday();
  const owner = ownerOf(form, section);
  const range = { from: form.from, to: form.to };
  const isReady = missingFields(form).every((name) => name === 'name') && form.from <= today;
  const { data } = useQuery({
    queryKey: ['calendar', 'registers', range, owner],
    queryFn: () => registersOfDays(range, owner),
    enabled: isReady,
  });
  if (!isReady || !data || data.registers === 0) return null;
  return (
    <Alert severity="info" sx={{ alignItems: 'flex-start' }}>
      {t('calendar.form.registers', {
        registers: t('calendar.form.registersCount', { smart_count: data.registers }),
        absences: t('calendar.form.absencesCount', { smart_count: data.absences }),
      })}
      <CheckField
        checked={form.excludes_registers}
        label={t('calendar.form.exclude')}
        onChange={(excludes_registers) => onChange({ excludes_registers })}
      />
    </Alert>
  );
}
