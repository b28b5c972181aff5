import {
  Alert,
  Box,
  FormHelperText,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import type { RecordFault } from '../../../contract/dailyRecords';
import type { Sard } from '../../../contract/hifz/sard';
import { hijriDate } from '../../../contract/rules/hijri';
import { juzCount } from '../../../contract/rules/mushaf';
import { useApi } from '../../dataProvider/useApi';
import { hifz as hifzLabels } from '../../i18n/ar/hifz';
import { sard as labels } from '../../i18n/ar/hifzProgress';
import { sizes } from '../../theme/tokens';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { StaleDialog, type StaleField } from '../../ui/form/StaleDialog';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { detailMessage } from '../../ui/page/problemMessage';
import { NewDayQuestion } from '../teaching-context/NewDayQuestion';
import { FaultCounters } from '../hearing/FaultCounters';
import { type CountedFault, describeFaults } from '../hearing/hearing';
import { useFormDay } from '../teaching-context/useDay';
import {
  buildBody,
  toForm,
  kindNames,
  newSard,
  findProblems,
  juzRanges,
  type SardForm,
  type SardProblems,
  useFaultKinds,
} from './sardForm';

interface SardDialogProps {
  student: string;
  name: string;
  subjects: readonly { subject_code: string; name: string }[];
  stored?: Sard;
  /** The juz of a due sard. These juz become the initial values. */
  due?: { subject_code: string; from_juz: number; to_juz: number };
  onClose: () => void;
}

export function SardDialog({ student, name, subjects, stored, due, onClose }: SardDialogProps) {
  const { hifz } = useApi();
  const { notifyDone } = useNotices();
  const kinds = useFaultKinds() ?? [];
  const [typed, setTyped] = useState<Partial<SardForm>>({});
  const day = useFormDay(Object.keys(typed).length > 0, stored?.date ?? null);
  const { date, today } = day;
  const initial = stored
    ? toForm(stored)
    : newSard({ subject_code: subjects[0]?.subject_code ?? '', date, ...due });
  const form = { ...initial, ...typed, date };
  const change = ({ date: newDate, ...others }: Partial<SardForm>) => {
    if (newDate !== undefined) day.setDate(newDate);
    setTyped((before) => ({ ...before, ...others }));
  };
  const [isChecked, setIsChecked] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const problems = findProblems(form);
  const versionedSave = useVersionedSave({
    save: async ({ version, ...body }: ReturnType<typeof buildBody> & { version: number }) =>
      stored
        ? (await hifz()).saveSard(stored.id, { ...body, version })
        : (await hifz()).addSard({ ...body, student_id: student }),
    onSaved: ({ operation_id }) => {
      onClose();
      notifyDone(labels.saved, { operation_id });
    },
    onRefused: setRefusal,
    buildBody: (chosen, { theirs }) => ({
      ...buildBody(toForm(chosen as Sard)),
      version: Number(theirs['version']),
    }),
  });
  const save = () => {
    setIsChecked(true);
    setRefusal(null);
    if (Object.keys(problems).length === 0)
      void versionedSave.send({ ...buildBody(form), version: stored?.version ?? 0 });
  };
  return (
    <>
      <SubmitDialog
        title={stored ? labels.edit : labels.add}
        name={name}
        problem={refusal === null ? null : detailMessage(refusal, labels.saveFailed)}
        isDirty={JSON.stringify(form) !== JSON.stringify(initial)}
        submitLabel={labels.save}
        pendingLabel={labels.saving}
        isPending={versionedSave.isPending}
        maxWidth="sm"
        hasCancel
        onSubmit={save}
        onClose={onClose}
      >
        {subjects.length > 1 && (
          <ChoiceField
            label={labels.subject}
            value={form.subject_code}
            choices={subjects.map((one) => [one.subject_code, one.name] as const)}
            isDisabled={stored !== undefined}
            onChange={(code) => code && change({ subject_code: code })}
          />
        )}
        <SardFields
          form={form}
          today={today}
          kinds={kinds}
          problems={isChecked ? problems : { mark: problems.mark, faults: problems.faults }}
          onChange={change}
        />
      </SubmitDialog>
      <NewDayQuestion newDay={day.newDay} />
      <StaleDialog fields={sardStaleFields(kinds)} question={versionedSave.question} />
    </>
  );
}

const sardStaleFields = (kinds: readonly CountedFault[]): StaleField[] => [
  { name: 'from_juz', label: labels.from },
  { name: 'to_juz', label: labels.to },
  { name: 'date', label: labels.date, format: (day) => hijriDate(String(day)) },
  { name: 'examiner', label: labels.staleExaminer },
  { name: 'mark', label: labels.staleMark },
  { name: 'max', label: labels.max },
  {
    name: 'passed',
    label: labels.result,
    format: (passed) => (passed === true ? labels.passed : labels.failed),
  },
  {
    name: 'faults',
    label: labels.staleFaults,
    format: (faults) => describeFaults(faults as RecordFault[], kindNames(kinds)) || hifzLabels.faultCount(0),
  },
];

interface SardFieldsProps {
  form: SardForm;
  today: string;
  kinds: readonly CountedFault[];
  problems: { [F in keyof SardProblems]: SardProblems[F] | undefined };
  onChange: (changes: Partial<SardForm>) => void;
}

const twoColumns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
} as const;

const juzChoices = (first: number) =>
  Array.from({ length: juzCount - first + 1 }, (_, index) => String(first + index)).map(
    (number) => [number, number] as const,
  );

function SardFields({ form, today, kinds, problems, onChange }: SardFieldsProps) {
  return (
    <>
      <Box sx={twoColumns}>
        <ChoiceField
          label={labels.from}
          value={String(form.from_juz)}
          choices={juzChoices(1)}
          onChange={(chosen) => {
            const from_juz = Number(chosen);
            onChange({ from_juz, to_juz: Math.max(from_juz, form.to_juz) });
          }}
        />
        <ChoiceField
          label={labels.to}
          value={String(form.to_juz)}
          choices={juzChoices(form.from_juz)}
          onChange={(chosen) => onChange({ to_juz: Number(chosen) })}
        />
      </Box>
      <DayField
        label={labels.date}
        value={form.date}
        max={today}
        isNeverEmpty
        onChange={(date) => onChange({ date })}
      />
      <TextField
        label={labels.examiner}
        value={form.examiner}
        onChange={({ target }) => onChange({ examiner: target.value })}
        slotProps={{ htmlInput: { maxLength: 250, dir: 'auto', autoComplete: 'off' } }}
      />
      <Box sx={twoColumns}>
        <FigureField
          label={labels.mark}
          value={form.mark}
          problem={problems.mark}
          onChange={(mark) => onChange({ mark })}
        />
        <FigureField
          label={labels.max}
          value={form.max}
          problem={problems.max}
          onChange={(max) => onChange({ max })}
        />
      </Box>
      <div>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {labels.faults}
        </Typography>
        <FaultCounters
          kinds={kinds}
          faults={form.faults}
          ranges={juzRanges(form.from_juz, form.to_juz)}
          onChange={(faults) => onChange({ faults })}
        />
        {problems.faults && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {problems.faults}
          </Alert>
        )}
      </div>
      <ResultChoice
        passed={form.passed}
        problem={problems.passed}
        onChange={(passed) => onChange({ passed })}
      />
    </>
  );
}

interface FigureFieldProps {
  label: string;
  value: string;
  problem: string | undefined;
  onChange: (typed: string) => void;
}

const FigureField = ({ label, value, problem, onChange }: FigureFieldProps) => (
  <TextField
    label={label}
    value={value}
    error={problem !== undefined}
    helperText={problem}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{
      htmlInput: { inputMode: 'decimal', className: 'figure', maxLength: 7, autoComplete: 'off' },
    }}
  />
);

interface ResultChoiceProps {
  passed: boolean | null;
  problem: string | undefined;
  onChange: (passed: boolean) => void;
}

function ResultChoice({ passed, problem, onChange }: ResultChoiceProps) {
  const [labelId, problemId] = [useId(), useId()];
  return (
    <div>
      <Typography id={labelId} variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {labels.result}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={passed}
        aria-labelledby={labelId}
        aria-describedby={problem ? problemId : undefined}
        onChange={(_, chosen: boolean | null) => chosen !== null && onChange(chosen)}
      >
        <ToggleButton value={true} color="success" sx={resultStyle}>
          {labels.passed}
        </ToggleButton>
        <ToggleButton value={false} color="error" sx={resultStyle}>
          {labels.failed}
        </ToggleButton>
      </ToggleButtonGroup>
      {problem && (
        <FormHelperText id={problemId} error role="alert">
          {problem}
        </FormHelperText>
      )}
    </div>
  );
}

const resultStyle = {
  minHeight: sizes.phoneTarget,
  color: 'text.primary',
  '&.Mui-selected': { fontWeight: 700 },
} as const;
