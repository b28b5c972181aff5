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

/** The grade columns of a subject. */
export default function GradeSettingsDialog({ subject, onClose }: SubjectDialogProps) {
  const { gradeSettings } = useApi();
  return (
    <SettingsLoader
      kind="gradeSettings"
      subject={subject}
      title={t('subjects.gradeSettings.title', { name: subjectTitle(subject) })}
      read={gradeSettings}
      Content={Columns}
      onClose={onClose}
    />
  );
}

function Columns(props: StoredSettingsProps<GradeSettings & { version?: number }>) {
  const { code, title, stored, hasFailed, onClose } = props;
  const { notifyError } = useNotices();
  const { saveGradeSettings } = useApi();
  const canApplyToAll = useServerFeatures().has('applyToBase');
  const [isForAll, setIsForAll] = useState(false);
  const settings = useSettingsForm<GradeSettingsForm, GradeSettings & { version?: number }>({
    initial: gradeSettingsForm(stored),
    version: stored?.version,
    save: (body) => saveGradeSettings(code, isForAll ? { ...body, apply_to_base: true } : body),
    saved: 'subjects.gradeSettings.saved',
    onClose,
    bodyOf: (values) => {
      const { ofColumns, isNothingEnabled } = problemsOf(values);
      for (const problem of ofColumns) {
        const field = problem.code === 'NAME_MISSING' ? 'Name' : 'Max';
        settings.form.setError(
          `${problem.column}${field}`,
          { message: sentenceOfProblem(problem) },
          { shouldFocus: true },
        );
      }
      if (isNothingEnabled) notifyError(t('validation.columnNeeded'));
      else if (ofColumns.length > 0) notifyError(t('validation.review'));
      return isNothingEnabled || ofColumns.length > 0 ? null : settingsOf(values);
    },
  });
  const restore = () => {
    settings.form.clearErrors();
    for (const [key, value] of Object.entries(defaultGradeSettings)) {
      settings.form.setValue(key as keyof GradeSettings, value, { shouldDirty: true });
    }
  };
  const staleFields = gradeColumns.flatMap((column) => {
    const name = { column: defaultGradeSettings[`${column}Name`] };
    const shown = (value: unknown) => t(value === true ? 'ui.yes' : 'ui.no');
    return [
      { name: `${column}Enabled`, label: t('subjects.gradeSettings.enabledOf', name), shown },
      { name: `${column}Name`, label: t('subjects.gradeSettings.nameOf', name) },
      { name: `${column}Max`, label: t('subjects.gradeSettings.maxOf', name) },
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
        <Button onClick={restore} sx={{ marginInlineEnd: 'auto' }}>
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

/** The problem of a column, as text. */
function sentenceOfProblem({ code }: ColumnProblem): string {
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

/** The five columns and their present total. */
function GradeColumns() {
  const values = useWatch<GradeSettingsForm>() as GradeSettingsForm;
  const total = totalOf(values);
  const { isNothingEnabled } = problemsOf(values);
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

/** The column is identified by its default name, whatever its name is now. */
function ColumnRow({ column }: { column: GradeColumn }) {
  const { field: enabled } = useController<GradeSettingsForm>({ name: `${column}Enabled` });
  const called = { column: defaultGradeSettings[`${column}Name`] };
  const isOn = enabled.value === true;
  return (
    <Box role="group" aria-label={called.column} sx={rowLayout}>
      <FormControlLabel
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
        control={
          <Checkbox
            checked={isOn}
            onChange={(_, isChecked) => enabled.onChange(isChecked)}
            slotProps={{ input: { 'aria-label': t('subjects.gradeSettings.enabledOf', called) } }}
          />
        }
        label={called.column}
      />
      <FormTextField<GradeSettingsForm>
        name={`${column}Name`}
        label={t('subjects.gradeSettings.columnName')}
        slotProps={{ htmlInput: { maxLength: 60, 'aria-label': t('subjects.gradeSettings.nameOf', called) } }}
      />
      <StepInput
        name={`${column}Max`}
        label={t('subjects.gradeSettings.columnMax')}
        ariaLabel={t('subjects.gradeSettings.maxOf', called)}
        step={0.5}
        least={0}
        most={maxColumnMarks}
      />
    </Box>
  );
}

/** With maxima as typed. */
type GradeSettingsForm = Omit<GradeSettings, `${GradeColumn}Max`> & {
  [C in GradeColumn as `${C}Max`]: number | string;
};

/** The form for stored settings; without them, the defaults. */
export function gradeSettingsForm(stored: Partial<GradeSettings> | null): GradeSettingsForm {
  const known = Object.keys(defaultGradeSettings) as (keyof GradeSettings)[];
  const filled = known.map((key) => [key, stored?.[key] ?? defaultGradeSettings[key]]);
  return Object.fromEntries(filled) as GradeSettingsForm;
}

/** The marks that were typed in any digits; NaN if it is no number. */
function marksOf(typed: unknown): number {
  const text = foldDigits(cleanText(String(typed ?? '')));
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** The settings as they are sent. An invalid maximum is NaN. */
export function settingsOf(form: GradeSettingsForm): GradeSettings {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, marksOf(form[`${column}Max`])],
    [`${column}Enabled`, form[`${column}Enabled`]],
    [`${column}Name`, cleanName(form[`${column}Name`])],
  ]);
  return Object.fromEntries(columns) as GradeSettings;
}

/** The sum of the enabled maxima; invalid ones count as 0. */
export function totalOf(form: GradeSettingsForm): number {
  const settings = settingsOf(form);
  const readable = gradeColumns.map((column) => [`${column}Max`, settings[`${column}Max`] || 0]);
  return enabledTotal({ ...settings, ...Object.fromEntries(readable) });
}

type ColumnProblem = Extract<GradeSettingsProblem, { column: GradeColumn }>;

/** The problems that prevent saving: of all columns together, and of single ones. */
export function problemsOf(form: GradeSettingsForm) {
  const problems = gradeSettingsProblems(settingsOf(form));
  return {
    ofColumns: problems.filter((problem): problem is ColumnProblem => 'column' in problem),
    isNothingEnabled: problems.some(({ code }) => code === 'NO_COLUMN' || code === 'ZERO_TOTAL'),
  };
}
