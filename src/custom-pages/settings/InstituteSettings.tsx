import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { SaveContextProvider, useDataProvider, useMutationMiddlewares, useNotify } from 'react-admin';
import { type FieldErrors, FormProvider, useController, useForm } from 'react-hook-form';
import { gregorianDate } from '../../../contract/rules/hijri';
import type { Settings } from '../../../contract/settings';
import { teacherScopes } from '../../../contract/vocabulary';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import { LeaveQuestion } from '../../ui/dialog/QuestionDialog';
import { FormDraft } from '../../ui/form/FormDraft';
import { FormSection } from '../../ui/form/RecordForm';
import { StaleDialog, type StaleField, type StaleSave } from '../../ui/form/StaleDialog';
import { FormBar } from '../../ui/form/UnsavedBar';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { CalendarFields } from './CalendarFields';
import { LogoField } from './LogoField';
import { ChoiceGroup, SettingField } from './SettingField';
import {
  editable,
  isRetention,
  resolvedBody,
  retentionDays,
  type SettingsBody,
  settingsBody,
  settingsForm,
  type SettingsValues,
  type TermRow,
} from './settingsModel';
import { TermFields } from './TermFields';

interface InstituteSettingsProps {
  settings: Settings;
  onSaved: (saved: Settings) => void;
}

/** What an admin settles for the whole institute; a fresh form after each save. */
export function InstituteSettings(props: InstituteSettingsProps) {
  const [round, setRound] = useState(0);
  return <InstituteForm key={round} {...props} onOver={() => setRound(round + 1)} />;
}

function InstituteForm({ settings, onSaved, onOver }: InstituteSettingsProps & { onOver: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { form, isDirty, isPending, stale, submit, leave, resolve, dropStale, saveContext } = useSettingsForm(
    settings,
    onSaved,
    onOver,
  );
  const fields = useStaleFields(stale);
  return (
    <SaveContextProvider value={saveContext}>
      <FormProvider {...form}>
        <Stack
          component="form"
          noValidate
          spacing={{ xs: 2, sm: 3 }}
          onSubmit={(event) => void submit(event)}
        >
          <FormDraft />
          <Section>
            <IdentityFields />
          </Section>
          <Section>
            <CalendarFields settings={settings} />
          </Section>
          <Section>
            <TermFields today={settings.today} />
          </Section>
          <Section>
            <WorkFields />
          </Section>
          {isDirty && <FormBar onCancel={() => setIsAsking(true)} />}
        </Stack>
      </FormProvider>
      <LeaveQuestion isOpen={isAsking} onStay={() => setIsAsking(false)} onLeave={() => void leave()} />
      {stale && (
        <StaleDialog
          {...stale}
          key={String(stale.theirs['version'])}
          fields={fields}
          isSaving={isPending}
          onResolve={resolve}
          onClose={dropStale}
        />
      )}
    </SaveContextProvider>
  );
}

const Section = ({ children }: { children: ReactNode }) => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>{children}</Card>
);

function IdentityFields() {
  const t = useText();
  return (
    <FormSection title={t('settings.identity')}>
      <SettingField name="institute_name" label={t('settings.name')} isRequired maxLength={120} />
      <LogoField />
    </FormSection>
  );
}

/** What teachers see, and how long what was deleted is kept. */
function WorkFields() {
  const t = useText();
  const { field } = useController<SettingsValues, 'teacher_scope'>({ name: 'teacher_scope' });
  const choices = teacherScopes.map((value) => ({
    value,
    name: t(`settings.scopes.${value}`),
    text: t(`settings.scopesExplained.${value}`),
  }));
  const fits = (typed: string) => (isRetention(typed) ? undefined : t('validation.between', retentionDays));
  return (
    <FormSection title={t('settings.work')}>
      <ChoiceGroup
        label={t('settings.scope')}
        choices={choices}
        value={field.value}
        onChange={field.onChange}
      />
      <SettingField
        name="archive_retention_days"
        label={t('settings.retention')}
        hint={t('settings.retentionHint')}
        isRequired
        isNumber
        maxLength={6}
        validate={fits}
      />
    </FormSection>
  );
}

/** The settings as the question about two tabs shows them. */
function useStaleFields(stale: StaleSave | null): StaleField[] {
  const t = useText();
  const terms = (value: unknown) => {
    const list = value as TermRow[];
    const shown = list.map(({ name, start_date, end_date }) =>
      t('settings.period', { name, start: gregorianDate(start_date), end: gregorianDate(end_date) }),
    );
    return shown.length === 0 ? t('settings.noTerms') : shown.join(t('settings.and'));
  };
  const logo = (value: unknown) =>
    t(value === stale?.mine['logo'] ? 'settings.logoMine' : 'settings.logoTheirs');
  const scope = (value: unknown) => t(`settings.scopes.${value as SettingsValues['teacher_scope']}`);
  return [
    { name: 'institute_name', label: t('settings.name') },
    { name: 'logo', label: t('settings.logo'), shown: logo },
    { name: 'current_academic_year', label: t('settings.year') },
    { name: 'time_zone', label: t('settings.zone') },
    { name: 'terms', label: t('settings.terms'), shown: terms },
    { name: 'teacher_scope', label: t('settings.scope'), shown: scope },
    { name: 'archive_retention_days', label: t('settings.retention') },
  ];
}

/** The form of the institute's settings; `onOver` when it was saved or dropped, and begins anew. */
function useSettingsForm(settings: Settings, onSaved: (saved: Settings) => void, onOver: () => void) {
  const t = useText();
  const notify = useNotify();
  const { saveSettings } = useDataProvider<Api>();
  const form = useForm<SettingsValues>({ defaultValues: settingsForm(settings) });
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const { mutateAsync, isPending } = useMutation({ mutationFn: saveSettings });
  const [stale, setStale] = useState<StaleSave | null>(null);
  const { dirtyFields } = form.formState;
  const isDirty = Object.keys(dirtyFields).length > 0;

  // Undo, or another tab: what nobody is changing here follows what is stored.
  const { reset, getValues } = form;
  useEffect(() => {
    if (!isDirty && getValues('version') !== settings.version) reset(settingsForm(settings));
  }, [isDirty, settings, reset, getValues]);

  const isSending = useRef(false);
  const send = async (body: SettingsBody) => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      // The draft is dropped on the way.
      const saved = (await getMutateWithMiddlewares(mutateAsync)(body)) as Settings;
      notify(t('settings.saved'), { type: 'success' });
      onSaved(saved);
      onOver();
    } catch (refusal) {
      refused(refusal, body);
    } finally {
      isSending.current = false;
    }
  };
  const refused = (refusal: unknown, mine: SettingsBody) => {
    if (refusal instanceof ApiProblem && refusal.code === 'STALE' && refusal.current) {
      setStale({ mine: { ...mine }, theirs: refusal.current });
      return;
    }
    setStale(null);
    for (const { path, message } of refusal instanceof ApiProblem ? refusal.details : [])
      if (editable.some((name) => path.split('.')[0] === name))
        form.setError(path as keyof SettingsValues, { type: 'server', message });
    notify(sentenceOf(refusal, t('settings.saveFailed')), { type: 'error' });
  };
  const submit = (event: SyntheticEvent) =>
    form.handleSubmit(
      (values) => send(settingsBody(values, (name) => Boolean(form.formState.dirtyFields[name]))),
      (errors: FieldErrors) => {
        const isMissing = Object.values(errors).some((error) => error?.type === 'required');
        notify(t(isMissing ? 'validation.fillRequired' : 'validation.review'), { type: 'error' });
      },
    )(event);
  return {
    form,
    isDirty,
    isPending,
    stale,
    submit,
    /** Drops what was typed, and its draft. */
    leave: async () => {
      await getMutateWithMiddlewares(async () => undefined)();
      onOver();
    },
    resolve: (chosen: Record<string, unknown>) =>
      void send(resolvedBody(chosen, (stale?.theirs['terms'] ?? []) as { id: number }[])),
    dropStale: () => setStale(null),
    saveContext: { saving: isPending, ...middlewares },
  };
}
