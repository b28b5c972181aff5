import { Card, Stack } from '@mui/material';
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import { type FieldErrors, useController } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { hijriDate } from '../../../contract/rules/hijri';
import type { Settings } from '../../../contract/settings';
import { teacherScopes } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { hearingSettings as labels } from '../../i18n/ar/hearingSettings';
import { countryName } from '../../i18n/countryName';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormDraft } from '../../ui/form/FormDraft';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { FormTextField } from '../../ui/form/FormFields';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { FormSection } from '../../ui/form/RecordForm';
import { StaleDialog, type StaleField, type StaleSave } from '../../ui/form/StaleDialog';
import { FormBar } from '../../ui/form/FormBar';
import { useVersionedForm, VersionedForm } from '../../ui/form/VersionedForm';
import { useTour } from '../../ui/page/tour';
import { CalendarFields } from './CalendarFields';
import { HearingFields, formatKinds, formatRules, formatWeekend } from './HearingFields';
import { LogoField } from './LogoField';
import {
  adultAges,
  backupDays,
  editableFields,
  isWholeNumberIn,
  noBackups,
  resolvedBody,
  retentionDays,
  type SettingsBody,
  settingsBody,
  settingsForm,
  type SettingsSection,
  type SettingsValues,
  type TermRow,
} from './settingsModel';
import { TermFields } from './TermFields';

interface InstituteSettingsProps {
  settings: Settings;
  section: SettingsSection;
  onSaved: (saved: Settings) => void;
}

/** Only for admins. Each section has a form of its own, and after each save a new form mounts. */
export function InstituteSettings(props: InstituteSettingsProps) {
  const [saveCount, setSaveCount] = useState(0);
  return (
    <InstituteForm
      key={`${props.section} ${saveCount}`}
      {...props}
      onOver={() => setSaveCount(saveCount + 1)}
    />
  );
}

interface InstituteFormProps extends InstituteSettingsProps {
  onOver: () => void;
}

function InstituteForm({ settings, section, onSaved, onOver }: InstituteFormProps) {
  const edit = useSettingsForm(settings, onSaved, onOver);
  const fields = buildStaleFields(edit.stale);
  return (
    <>
      <VersionedForm versioned={edit} onSubmit={edit.submit}>
        <FormDraft />
        <Stack spacing={{ xs: 2, sm: 3 }}>
          {section === 'institute' && (
            <Section>
              <IdentityFields />
            </Section>
          )}
          {section === 'calendar' && (
            <>
              <Section>
                <CalendarFields settings={settings} />
              </Section>
              <Section>
                <TermFields today={settings.today} />
              </Section>
            </>
          )}
          {section === 'recitation' && (
            <Section>
              <HearingFields />
            </Section>
          )}
          {section === 'access' && (
            <>
              <Section>
                <WorkFields />
              </Section>
              <Section>
                <FamilyFields />
              </Section>
            </>
          )}
          {section === 'backups' && (
            <Section>
              <BackupFields />
            </Section>
          )}
          {edit.isDirty && <FormBar hasCancelQuestion onCancel={() => void edit.discard()} />}
        </Stack>
      </VersionedForm>
      <StaleDialog fields={fields} question={edit.question} />
    </>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>{children}</Card>
);

function IdentityFields() {
  return (
    <FormSection title={t('settings.identity')}>
      <FormTextField<SettingsValues>
        name="institute_name"
        label={t('settings.name')}
        required
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
      <LogoField />
    </FormSection>
  );
}

const sectionChoices = ['none', 'some'] as const;
const contactChoices = ['office', 'teachers'] as const;
const contactChoice = (canTeachersContact: unknown) => (canTeachersContact ? 'teachers' : 'office');

const numberSlots = {
  htmlInput: { maxLength: 6, autoComplete: 'off', inputMode: 'numeric', className: 'figure' },
} as const;
const validateIn = (range: { least: number; most: number }) => (input: string) =>
  isWholeNumberIn(input, range) ? undefined : t('validation.between', range);

function WorkFields() {
  const { field } = useController<SettingsValues, 'teacher_scope'>({ name: 'teacher_scope' });
  const { field: sections } = useController<SettingsValues, 'sections_enabled'>({ name: 'sections_enabled' });
  const choices = teacherScopes.map((value) => ({
    value,
    name: t(`settings.scopes.${value}`),
    hint: t(`settings.scopesExplained.${value}`),
  }));
  return (
    <FormSection title={t('settings.work')}>
      <RadioChoice
        label={t('settings.scope')}
        choices={choices}
        value={field.value}
        onChange={field.onChange}
      />
      <RadioChoice
        label={t('settings.sections')}
        choices={sectionChoices.map((value) => ({
          value,
          name: t(`settings.sectionsChoices.${value}`),
          hint: t(`settings.sectionsExplained.${value}`),
        }))}
        value={sections.value ? 'some' : 'none'}
        onChange={(value) => sections.onChange(value === 'some')}
      />
      <FormTextField<SettingsValues>
        name="archive_retention_days"
        label={t('settings.retention')}
        helperText={t('settings.retentionHint')}
        required
        validate={validateIn(retentionDays)}
        slotProps={numberSlots}
      />
    </FormSection>
  );
}

function FamilyFields() {
  const { field } = useController<SettingsValues, 'teachers_contact_guardians'>({
    name: 'teachers_contact_guardians',
  });
  return (
    <FormSection title={t('settings.families')}>
      <RadioChoice
        label={t('settings.contact')}
        choices={contactChoices.map((value) => ({
          value,
          name: t(`settings.contactChoices.${value}`),
          hint: t(`settings.contactExplained.${value}`),
        }))}
        value={contactChoice(field.value)}
        onChange={(value) => field.onChange(value === 'teachers')}
      />
      <FormTextField<SettingsValues>
        name="adult_age"
        label={t('settings.adultAge')}
        helperText={t('settings.adultAgeHint')}
        required
        validate={validateIn(adultAges)}
        slotProps={numberSlots}
      />
    </FormSection>
  );
}

/** @param hour null or `noBackups` without daily backups */
const formatHour = (hour: unknown) =>
  hour === null || hour === noBackups ? t('backups.off') : `${String(hour).padStart(2, '0')}:00`;
const backupHours = [noBackups, ...Array.from({ length: 24 }, (_, hour) => String(hour))];

function BackupFields() {
  const { field } = useController<SettingsValues, 'backup_hour'>({ name: 'backup_hour' });
  return (
    <FormSection title={t('backups.daily')}>
      <ChoiceField
        label={t('backups.hour')}
        helperText={t('backups.hourHint')}
        value={field.value}
        choices={backupHours.map((hour) => [hour, <bdi key={hour}>{formatHour(hour)}</bdi>] as const)}
        onChange={field.onChange}
      />
      <FormTextField<SettingsValues>
        name="backup_days"
        label={t('backups.days')}
        helperText={t('backups.daysHint')}
        required
        validate={validateIn(backupDays)}
        slotProps={numberSlots}
      />
    </FormSection>
  );
}

/** Returns the settings as text for the dialog of a stale save. */
function buildStaleFields(stale: StaleSave<SettingsBody> | null): StaleField[] {
  const formatTerms = (value: unknown) => {
    const termRows = value as TermRow[];
    const periods = termRows.map(({ name, start_date, end_date }) =>
      t('settings.period', { name, start: hijriDate(start_date), end: hijriDate(end_date) }),
    );
    return periods.length === 0 ? t('settings.noTerms') : periods.join(t('ui.comma'));
  };
  const describeLogo = (value: unknown) =>
    t(value === stale?.mine.logo ? 'settings.logoMine' : 'settings.logoTheirs');
  const describeScope = (value: unknown) => t(`settings.scopes.${value as SettingsValues['teacher_scope']}`);
  const describeSections = (value: unknown) => t(`settings.sectionsChoices.${value ? 'some' : 'none'}`);
  const nameCountry = (value: unknown) => countryName(String(value));
  return [
    { name: 'institute_name', label: t('settings.name') },
    { name: 'logo', label: t('settings.logo'), format: describeLogo },
    { name: 'current_academic_year', label: t('settings.year') },
    { name: 'time_zone', label: t('settings.zone') },
    { name: 'country', label: t('settings.country'), format: nameCountry },
    { name: 'terms', label: t('settings.terms'), format: formatTerms },
    { name: 'teacher_scope', label: t('settings.scope'), format: describeScope },
    { name: 'sections_enabled', label: t('settings.sections'), format: describeSections },
    {
      name: 'teachers_contact_guardians',
      label: t('settings.contact'),
      format: (value) => t(`settings.contactChoices.${contactChoice(value)}`),
    },
    { name: 'adult_age', label: t('settings.adultAge') },
    { name: 'archive_retention_days', label: t('settings.retention') },
    { name: 'backup_hour', label: t('backups.hour'), format: formatHour },
    { name: 'backup_days', label: t('backups.days') },
    { name: 'record_kinds', label: labels.kinds, format: formatKinds },
    { name: 'weekend_days', label: labels.weekend, format: formatWeekend },
    { name: 'result_rules', label: labels.rules, format: formatRules },
  ];
}

/** @param onOver runs after a save or a discard */
function useSettingsForm(settings: Settings, onSaved: (saved: Settings) => void, onOver: () => void) {
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const { saveSettings } = useApi();
  const navigate = useNavigate();
  const { next } = useTour();
  const edit = useVersionedForm<SettingsValues, SettingsBody, Settings>({
    defaultValues: settingsForm(settings),
    save: saveSettings,
    onSaved: (saved) => {
      notifyDone(t('settings.saved'), saved);
      onSaved(saved);
      if (next) void navigate(next.url);
    },
    onRefused: (problem) => {
      for (const { path, message } of problem instanceof ApiProblem ? problem.details : [])
        if (editableFields.some((name) => path.split('.')[0] === name))
          edit.form.setError(path as keyof SettingsValues, { type: 'server', message });
      notifyProblem(problem, t('settings.saveFailed'));
    },
    buildBody: (chosen, { theirs }) => resolvedBody(chosen, (theirs['terms'] ?? []) as { id: number }[]),
    onEnd: onOver,
  });
  const { form, isDirty } = edit;

  // After an undo, or a save in another tab, unchanged fields take the stored values.
  const { reset, getValues } = form;
  useEffect(() => {
    if (!isDirty && getValues('version') !== settings.version) reset(settingsForm(settings));
  }, [isDirty, settings, reset, getValues]);

  const submit = (event: SyntheticEvent) =>
    form.handleSubmit(
      (values) => edit.send(settingsBody(values, (name) => Boolean(form.formState.dirtyFields[name]))),
      (errors: FieldErrors) => {
        const isMissing = Object.values(errors).some((error) => error?.type === 'required');
        notifyError(t(isMissing ? 'validation.fillRequired' : 'validation.review'));
      },
    )(event);
  return { ...edit, submit };
}
