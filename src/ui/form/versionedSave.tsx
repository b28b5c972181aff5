import { Box } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { SaveContextProvider, useMutationMiddlewares } from 'react-admin';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { storedRecord } from '../../dataProvider/ApiProblem';
import type { StaleQuestion, StaleSave } from './StaleDialog';

type Values = Record<string, unknown>;

interface VersionedSave<Body extends object, Answer> {
  save: (body: Body) => Promise<Answer>;
  onSaved: (answer: Answer, body: Body) => void;
  /** Called for every refusal except a stale version. */
  onRefused: (problem: unknown) => void;
  /** Builds the repeated request. `chosen` contains the current version. */
  buildBody?: (chosen: Values, stale: StaleSave<Body>) => Body;
  /** Merges changes of other users without asking. Null if changes clash. */
  merge?: (body: Body, theirs: Values) => Body | null;
}

/** If another user has saved, `question` lets the user decide each field: `<StaleDialog question={…} />`. */
export function useVersionedSave<Body extends object, Answer>({
  save,
  onSaved,
  onRefused,
  buildBody = (chosen) => chosen as Body,
  merge,
}: VersionedSave<Body, Answer>) {
  const [stale, setStale] = useState<StaleSave<Body> | null>(null);
  const { mutateAsync, isPending, isError } = useMutation({ mutationFn: save });
  const isSending = useRef(false);
  const sendOnce = async (body: Body): Promise<void> => {
    try {
      const answer = await mutateAsync(body);
      setStale(null);
      onSaved(answer, body);
    } catch (problem) {
      const theirs = storedRecord(problem);
      const merged = theirs && merge?.(body, theirs);
      if (merged) return sendOnce(merged);
      setStale(theirs && { mine: body, theirs });
      if (!theirs) onRefused(problem);
    }
  };
  const send = async (body: Body) => {
    if (isSending.current) return;
    isSending.current = true;
    await sendOnce(body).finally(() => {
      isSending.current = false;
    });
  };
  const question: StaleQuestion | null = stale && {
    ...stale,
    isSaving: isPending,
    onResolve: (chosen) => void send(buildBody(chosen, stale)),
    onClose: () => setStale(null),
  };
  return {
    send,
    isPending,
    hasFailed: isError && stale === null,
    stale,
    question,
  };
}

interface VersionedForm<Form extends FieldValues, Body extends object, Answer> extends VersionedSave<
  Body,
  Answer
> {
  defaultValues: DefaultValues<Form>;
  onEnd: () => void;
}

/** Use it for a form outside react-admin's pages. Render it in a `VersionedForm` with a `FormDraft`. */
export function useVersionedForm<Form extends FieldValues, Body extends object, Answer>({
  defaultValues,
  onEnd,
  ...saving
}: VersionedForm<Form, Body, Answer>) {
  const form = useForm<Form>({ defaultValues });
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const versioned = useVersionedSave<Body, Answer>({
    ...saving,
    // The middlewares also delete the draft.
    save: (body) => getMutateWithMiddlewares(saving.save)(body) as Promise<Answer>,
    onSaved: (answer, body) => {
      saving.onSaved(answer, body);
      onEnd();
    },
  });
  return {
    ...versioned,
    form,
    isDirty: Object.keys(form.formState.dirtyFields).length > 0,
    discard: async () => {
      await getMutateWithMiddlewares(async () => undefined)();
      onEnd();
    },
    saveContext: { saving: versioned.isPending, ...middlewares },
  };
}

interface VersionedFormProps<Form extends FieldValues> {
  versioned: {
    form: ReturnType<typeof useForm<Form>>;
    saveContext: React.ComponentProps<typeof SaveContextProvider>['value'];
  };
  onSubmit: (event: SyntheticEvent) => unknown;
  sx?: SystemStyleObject;
  children: ReactNode;
}

export function VersionedForm<Form extends FieldValues>({
  versioned,
  onSubmit,
  sx,
  children,
}: VersionedFormProps<Form>) {
  return (
    <SaveContextProvider value={versioned.saveContext}>
      <FormProvider {...versioned.form}>
        <Box component="form" noValidate onSubmit={(event) => void onSubmit(event)} {...(sx && { sx })}>
          {children}
        </Box>
      </FormProvider>
    </SaveContextProvider>
  );
}
