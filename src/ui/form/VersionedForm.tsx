import { Box } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode, SyntheticEvent } from 'react';
import { SaveContextProvider, useMutationMiddlewares } from 'react-admin';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { useVersionedSave, type VersionedSave } from './versionedSave';

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
