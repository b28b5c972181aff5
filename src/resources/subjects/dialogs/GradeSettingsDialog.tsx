import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDataProvider, useNotify } from 'react-admin';
import {
  defaultGradeSettings,
  gradeColumns,
  type GradeSettings,
  largestMax,
} from '../../../../contract/rules/gradeSettings';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { useSubjectTitle } from '../useSubjectTitle';
import { GradeColumns } from './GradeColumns';
import { SettingsDialog, type SubjectDialogProps, WaitingDialog } from './SettingsDialog';
import {
  type ColumnProblem,
  gradeSettingsForm,
  type GradeSettingsForm,
  problemsOf,
  settingsOf,
} from './gradeSettingsModel';
import { useSettingsForm, useSettingsQuery } from './useSettingsForm';

/** The columns in which a subject is marked. */
export function GradeSettingsDialog({ subject, onClose }: SubjectDialogProps) {
  const t = useText();
  const { gradeSettings } = useDataProvider<Api>();
  const code = subject.subject_code;
  const { stored, isPending, hasFailed } = useSettingsQuery('gradeSettings', code, gradeSettings);
  const title = t('subjects.gradeSettings.title', { name: useSubjectTitle(subject) });
  if (isPending) return <WaitingDialog title={title} onClose={onClose} />;
  return <Columns code={code} title={title} stored={stored} hasFailed={hasFailed} onClose={onClose} />;
}

interface ColumnsProps {
  code: string;
  title: string;
  stored: (GradeSettings & { version?: number }) | null;
  hasFailed: boolean;
  onClose: () => void;
}

function Columns({ code, title, stored, hasFailed, onClose }: ColumnsProps) {
  const t = useText();
  const notify = useNotify();
  const sentenceOfProblem = useColumnProblem();
  const { saveGradeSettings } = useDataProvider<Api>();
  const settings = useSettingsForm<GradeSettingsForm, GradeSettings & { version?: number }>({
    initial: gradeSettingsForm(stored),
    version: stored?.version,
    save: (body) => saveGradeSettings(code, body),
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
      if (isNothingEnabled) notify(t('validation.columnNeeded'), { type: 'error' });
      else if (ofColumns.length > 0) notify(t('validation.review'), { type: 'error' });
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
    const shown = (value: unknown) => t(value === true ? 'subjects.yes' : 'subjects.no');
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
    </SettingsDialog>
  );
}

/** What is wrong with a column, in words. */
function useColumnProblem() {
  const t = useText();
  return ({ code }: ColumnProblem): string => {
    if (code === 'NAME_MISSING') return t('subjects.gradeSettings.nameMissing');
    if (code === 'MAX_STEP') return t('validation.halfSteps');
    return t('validation.between', { least: 0, most: largestMax });
  };
}
