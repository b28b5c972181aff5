import { useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useMutationMiddlewares, useNotify } from 'react-admin';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { serverFeatures } from '../../../dataProvider/serverFeatures';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import { sentenceOf } from '../../../ui/page/sentenceOf';

type Stored = Record<string, unknown>;

/** The version of settings that do not exist yet: another person's first save is a conflict too. */
const noneYet = 0;

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
  const [sentVersion] = useState(version ?? (serverFeatures().hasRanges === true ? noneYet : undefined));
  // Among the values, so that a draft knows what it was typed over.
  const defaultValues = { ...initial, ...(sentVersion === undefined ? {} : { version: sentVersion }) };
  const form = useForm<Values>({ defaultValues: defaultValues as unknown as DefaultValues<Values> });
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const [problem, setProblem] = useState<string | null>(null);
  const [stale, setStale] = useState<{ mine: Body; theirs: Stored } | null>(null);
  const { mutateAsync, isPending } = useMutation({ mutationFn: save });

  const isSending = useRef(false);
  const send = async (body: Body) => {
    if (isSending.current) return;
    isSending.current = true;
    setProblem(null);
    try {
      // The draft is dropped on the way.
      const answer: unknown = await getMutateWithMiddlewares(mutateAsync)(body);
      notify(messageIn(answer) ?? t(saved), { type: 'success' });
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
    } finally {
      isSending.current = false;
    }
  };
  const submit = (event: SyntheticEvent) =>
    form.handleSubmit(async (values) => {
      const body = bodyOf(values);
      const over: unknown = values['version'];
      if (body) await send(over === undefined ? body : { ...body, version: over });
    })(event);
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

/** What the server itself says of a success. */
function messageIn(answer: unknown): string | null {
  const message = (answer as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message !== '' ? message : null;
}

/** Read when the dialog opens and not again while it is open: what is being typed stands on it. */
const once = { staleTime: 'static', gcTime: 0 } as const;

/** The stored settings of a subject code, null when it has none; `hasFailed` when nobody knows. */
export function useSettingsQuery<S>(
  kind: 'curriculum' | 'gradeSettings',
  code: string,
  read: (code: string) => Promise<S | null>,
) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['subjects', kind, code],
    queryFn: () => read(code),
    ...once,
  });
  return { stored: data ?? null, isPending, hasFailed: isError };
}
