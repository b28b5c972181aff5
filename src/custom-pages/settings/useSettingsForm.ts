import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useDataProvider, useMutationMiddlewares, useNotify } from 'react-admin';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { Settings } from '../../../contract/settings';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import type { StaleSave } from '../../ui/form/StaleDialog';
import { sentenceOf } from '../../ui/page/sentenceOf';
import {
  editable,
  resolvedBody,
  type SettingsBody,
  settingsBody,
  settingsForm,
  type SettingsValues,
} from './settingsModel';

/** The form of the institute's settings; `onOver` when it was saved or dropped, and begins anew. */
export function useSettingsForm(settings: Settings, onSaved: (saved: Settings) => void, onOver: () => void) {
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
