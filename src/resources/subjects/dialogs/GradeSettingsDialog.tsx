import { Box, Button, Checkbox, FormControlLabel, FormHelperText, Typography } from '@mui/material';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { cleanName, cleanText, foldDigits } from '../../../../contract/rules/arabicText';
import {
  defaultGradeSettings,
  enabledTotal,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
  type GradeSettingsProblem,
  gradeSettingsProblems,
  maxColumnMarks,
} from '../../../../contract/rules/gradeSettings';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { CheckField } from '../../../ui/form/CheckField';
import { useNotices } from '../../../ui/dialog/Toasts';
import { FormTextField } from '../../../ui/form/FormFields';
import { StepInput } from '../StepInput';
import { subjectTitle } from '../subjectModel';
import {
  SettingsDialog,
  SettingsLoader,
  type StoredSettingsProps,
  type SubjectDialogProps,
  useSettingsForm,
} from './SettingsDialog';

export default function GradeSettingsDialog({ subject, onClose }: SubjectDialogProps) {
  const { gradeSettings } = useApi();
  return (
    <SettingsLoader
      kind="gradeSettings"
      subject={subject}
      title={t('subjects.gradeSettings.title', { name: subjectTitle(subject) })}
      load={gradeSettings}
      Content={GradeSettingsContent}
      onClose={onClose}
    />
  );
}

function GradeSettingsContent(props: StoredSettingsProps<GradeSettings & { version?: number }>) {
  const { code, title, stored, hasFailed, onClose } = props;
  const { notifyError } = useNotices();
  const { saveGradeSettings } = useApi();
  const canApplyToAll = useServerFeatures().has('applyToBase');
  const [isForAll, setIsForAll] = useState(false);
  const settings = useSettingsForm<GradeSettingsForm, GradeSettings & { version?: number }>({
    initial: gradeSettingsForm(stored),
    version: stored?.version,
    save: (body) => saveGradeSettings(code, isForAll ? { ...body, apply_to_base: true } : body),
    savedMessage: 'subjects.gradeSettings.saved',
    onClose,
    buildBody: (values) => {
      const { columnProblems, isNothingEnabled } = findProblems(values);
      for (const problem of columnProblems) {
        const field = problem.code === 'NAME_MISSING' ? 'Name' : 'Max';
        settings.form.setError(
          `${problem.column}${field}`,
          { message: describeProblem(problem) },
          { shouldFocus: true },
        );
      }
      if (isNothingEnabled) notifyError(t('validation.columnNeeded'));
      else if (columnProblems.length > 0) notifyError(t('validation.review'));
      return isNothingEnabled || columnProblems.length > 0 ? null : toGradeSettings(values);
    },
  });
  const restoreDefaults = () => {
    settings.form.clearErrors();
    for (const [key, value] of Object.entries(defaultGradeSettings)) {
      settings.form.setValue(key as keyof GradeSettings, value, { shouldDirty: true });
    }
  };
  const staleFields = gradeColumns.flatMap((column) => {
    const labelParams = { column: defaultGradeSettings[`${column}Name`] };
    const formatYesNo = (value: unknown) => t(value === true ? 'ui.yes' : 'ui.no');
    return [
      {
        name: `${column}Enabled`,
        label: t('subjects.gradeSettings.enabledOf', labelParams),
        format: formatYesNo,
      },
      { name: `${column}Name`, label: t('subjects.gradeSettings.nameOf', labelParams) },
      { name: `${column}Max`, label: t('subjects.gradeSettings.maxOf', labelParams) },
    ];
  });
  return (
    <SettingsDialog
      title={title}
      settings={settings}
      draftName={`grades-${code}`}
      hasFailed={hasFailed}
      staleFields={staleFields}
      maxWidth="md"
      actions={
        <Button onClick={restoreDefaults} sx={{ marginInlineEnd: 'auto' }}>
          {t('subjects.gradeSettings.restoreDefaults')}
        </Button>
      }
    >
      <Typography color="text.secondary">{t('subjects.gradeSettings.subtitle')}</Typography>
      <GradeColumns />
      {canApplyToAll && (
        <CheckField checked={isForAll} onChange={setIsForAll} label={t('subjects.gradeSettings.forAll')} />
      )}
    </SettingsDialog>
  );
}

function describeProblem({ code }: ColumnProblem): string {
  if (code === 'NAME_MISSING') return t('subjects.gradeSettings.nameMissing');
  if (code === 'MAX_STEP') return t('validation.halfSteps');
  return t('validation.between', { least: 0, most: maxColumnMarks });
}

const rowLayout = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 112px', sm: '180px minmax(0, 1fr) 140px' },
} as const;

function GradeColumns() {
  const values = useWatch<GradeSettingsForm>() as GradeSettingsForm;
  const total = formTotal(values);
  const { isNothingEnabled } = findProblems(values);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {gradeColumns.map((column) => (
        <ColumnRow key={column} column={column} />
      ))}
      <Box role="status" sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
        <Typography sx={{ fontWeight: 700 }} className="figure">
          {t('subjects.gradeSettings.total', { total })}
        </Typography>
        {isNothingEnabled && (
          <FormHelperText error sx={{ mx: 0 }}>
            {t('validation.columnNeeded')}
          </FormHelperText>
        )}
      </Box>
    </Box>
  );
}

/** The label is the default name of the column, because the default name does not change. */
function ColumnRow({ column }: { column: GradeColumn }) {
  const { field: enabled } = useController<GradeSettingsForm>({ name: `${column}Enabled` });
  const labelParams = { column: defaultGradeSettings[`${column}Name`] };
  const isOn = enabled.value === true;
  return (
    <Box role="group" aria-label={labelParams.column} sx={rowLayout}>
      <FormControlLabel
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
        control={
          <Checkbox
            checked={isOn}
            onChange={(_, isChecked) => enabled.onChange(isChecked)}
            slotProps={{ input: { 'aria-label': t('subjects.gradeSettings.enabledOf', labelParams) } }}
          />
        }
        label={labelParams.column}
      />
      <FormTextField<GradeSettingsForm>
        name={`${column}Name`}
        label={t('subjects.gradeSettings.columnName')}
        slotProps={{
          htmlInput: { maxLength: 60, 'aria-label': t('subjects.gradeSettings.nameOf', labelParams) },
        }}
      />
      <StepInput
        name={`${column}Max`}
        label={t('subjects.gradeSettings.columnMax')}
        ariaLabel={t('subjects.gradeSettings.maxOf', labelParams)}
        step={0.5}
        min={0}
        max={maxColumnMarks}
      />
    </Box>
  );
}

/** The maxima are the typed texts. */
type GradeSettingsForm = Omit<GradeSettings, `${GradeColumn}Max`> & {
  [C in GradeColumn as `${C}Max`]: number | string;
};

/** A missing setting gets its default. */
export function gradeSettingsForm(stored: Partial<GradeSettings> | null): GradeSettingsForm {
  const keys = Object.keys(defaultGradeSettings) as (keyof GradeSettings)[];
  const entries = keys.map((key) => [key, stored?.[key] ?? defaultGradeSettings[key]]);
  return Object.fromEntries(entries) as GradeSettingsForm;
}

/** Returns NaN if the text is not a number. */
function parseMarks(typed: unknown): number {
  const text = foldDigits(cleanText(String(typed ?? '')));
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** Returns NaN for an invalid maximum. */
export function toGradeSettings(form: GradeSettingsForm): GradeSettings {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, parseMarks(form[`${column}Max`])],
    [`${column}Enabled`, form[`${column}Enabled`]],
    [`${column}Name`, cleanName(form[`${column}Name`])],
  ]);
  return Object.fromEntries(columns) as GradeSettings;
}

/** Counts an invalid maximum as 0. */
export function formTotal(form: GradeSettingsForm): number {
  const settings = toGradeSettings(form);
  const validMaxima = gradeColumns.map((column) => [`${column}Max`, settings[`${column}Max`] || 0]);
  return enabledTotal({ ...settings, ...Object.fromEntries(validMaxima) });
}

type ColumnProblem = Extract<GradeSettingsProblem, { column: GradeColumn }>;

export function findProblems(form: GradeSettingsForm) {
  const problems = gradeSettingsProblems(toGradeSettings(form));
  return {
    columnProblems: problems.filter((problem): problem is ColumnProblem => 'column' in problem),
    isNothingEnabled: problems.some(({ code }) => code === 'NO_COLUMN' || code === 'ZERO_TOTAL'),
  };
}
