import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutationMiddlewares, useNotify } from 'react-admin';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import { sentenceOf } from '../../../ui/sentenceOf';

type Stored = Record<string, unknown>;

interface SettingsForm<Values, Body> {
  initial: Values;
  /** What is sent; null when it cannot be, and the person has been told why. */
  bodyOf: (values: Values) => Body | null;
  /** The version that was read, where the server tells one. */
  version: number | undefined;
  save: (body: Body) => Promise<unknown>;
  saved: PlainTextKey;
  onClose: () => void;
}

/** The form of a dialog of settings: what was typed survives a refused save, a lost session and a second tab. */
export function useSettingsForm<Values extends FieldValues, Body extends Stored>(
  settings: SettingsForm<Values, Body>,
) {
  const { initial, bodyOf, version, save, saved, onClose } = settings;
  const t = useText();
  const notify = useNotify();
  const form = useForm<Values>({ defaultValues: initial as DefaultValues<Values> });
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const [problem, setProblem] = useState<string | null>(null);
  const [stale, setStale] = useState<{ mine: Body; theirs: Stored } | null>(null);
  const { mutateAsync, isPending } = useMutation({ mutationFn: save });

  const send = async (body: Body) => {
    setProblem(null);
    try {
      // The draft is dropped on the way.
      await getMutateWithMiddlewares(mutateAsync)(body);
      notify(t(saved), { type: 'success' });
      onClose();
    } catch (refusal) {
      if (refusal instanceof ApiProblem && refusal.code === 'STALE' && refusal.current) {
        setStale({ mine: body, theirs: refusal.current });
        return;
      }
      const sentence = sentenceOf(refusal, t('subjects.settingsFailed'));
      setStale(null);
      setProblem(sentence);
      notify(sentence, { type: 'error' });
    }
  };
  const submit = form.handleSubmit(async (values) => {
    const body = isPending ? null : bodyOf(values);
    if (body) await send(version === undefined ? body : { ...body, version });
  });
  /** Closing on purpose drops the draft too. */
  const leave = () => {
    void getMutateWithMiddlewares(async () => undefined)();
    onClose();
  };
  const isDirty = Object.keys(form.formState.dirtyFields).length > 0;
  return {
    form,
    isDirty,
    isPending,
    problem,
    stale,
    submit,
    leave,
    /** The values chosen from two tabs, over the version that is stored now. */
    resolve: (values: Stored) => void send(values as Body),
    dropStale: () => setStale(null),
    saveContext: { saving: isPending, ...middlewares },
  };
}
