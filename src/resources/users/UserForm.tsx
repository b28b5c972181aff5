import { Box, Button, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  CreateBase,
  PasswordInput,
  RadioButtonGroupInput,
  type RaRecord,
  required,
  SaveContextProvider,
  TextInput,
  useNotify,
  useRecordContext,
  useSaveContext,
} from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { userFields } from '../../../contract/recordFields';
import {
  allSectionsName,
  type Role,
  roleLabels,
  roles,
  sectionNames,
  type StaffSection,
  staffSections,
} from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { SectionInput } from '../../features/accounts/SectionInput';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { FieldInputs, type InputByField } from '../../ui/form/FieldInputs';
import { EditPage, FormSection, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { staleFields } from '../../ui/form/StaleDialog';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { problemMessage } from '../../ui/page/problemMessage';
import { OneTimeDialog } from './OneTimeDialog';
import { StudentPicker } from './StudentPicker';
import {
  cleanUser,
  fitsEmail,
  newUser,
  passwordSentence,
  type TakenUsername,
  takenUsername,
  type UserRow,
} from './userModel';

export function UserCreate() {
  const queryClient = useQueryClient();
  const { mutationOptions, taken } = useUserOutcome({
    successKey: 'users.created',
    failureKey: 'users.failed',
  });
  const [made, setMade] = useState<RaRecord | null>(null);
  const onSuccess = (record: RaRecord) => {
    // The password must not stay in the cache.
    queryClient.removeQueries({ queryKey: ['users', 'getOne'] });
    if (record['temporary_password']) setMade(record);
    else mutationOptions.onSuccess(record);
  };
  const leave = () => {
    if (made) mutationOptions.onSuccess(made);
    setMade(null);
  };
  return (
    <CreateBase mutationOptions={{ ...mutationOptions, onSuccess }} transform={cleanUser}>
      <Page title={t('users.addTitle')} subtitle={t('users.addQuiet')}>
        <RecordForm defaultValues={newUser} isNew maxWidth={880} secondSave={<ResetButton />}>
          <UserInputs taken={taken} />
        </RecordForm>
      </Page>
      {made && (
        <OneTimeDialog
          name={String(made['name'])}
          username={String(made['username'])}
          accountRole={made['role'] as Role}
          password={String(made['temporary_password'])}
          onDone={leave}
        />
      )}
    </CreateBase>
  );
}

/** As `useSaveOutcome`; `taken` if the server refused the user name because somebody else has it. */
function useUserOutcome(say: Parameters<typeof useSaveOutcome>[0]) {
  const { mutationOptions, ...outcome } = useSaveOutcome(say);
  const [taken, setTaken] = useState<TakenUsername | null>(null);
  const onError: typeof mutationOptions.onError = (problem, variables) => {
    setTaken(takenUsername(problem));
    mutationOptions.onError(problem, variables);
  };
  return { ...outcome, mutationOptions: { ...mutationOptions, onError }, taken };
}

/** Restores the initial values: the role becomes teacher. */
function ResetButton() {
  const { reset } = useFormContext();
  return (
    <Button variant="outlined" onClick={() => reset(newUser)}>
      {t('users.reset')}
    </Button>
  );
}

export function UserEdit() {
  const { taken, ...outcome } = useUserOutcome({ successKey: 'users.updated', failureKey: 'users.failed' });
  const fields = [
    ...staleFields(userFields, {
      role: (role) => roleLabels[role as Role],
      section: (section) => sectionOf(section as StaffSection | null),
    }),
    { name: 'student_id', label: t('resources.users.fields.student_id') },
  ];
  return (
    <EditPage
      title={t('users.editTitle')}
      subtitle={<EditedName />}
      failureTitle={t('users.oneLoadFailed')}
      outcome={outcome}
      fields={fields}
      transform={cleanUser}
      maxWidth={880}
      wrapper={TeachingQuestion}
    >
      <UserInputs taken={taken} isStored />
    </EditPage>
  );
}

const sectionOf = (section: StaffSection | null) => (section ? sectionNames[section] : allSectionsName);

function EditedName() {
  const user = useRecordContext<UserRow>();
  return (
    <>
      {user && <bdi>{user.name}</bdi>}
      {user && ' · '}
      {t('users.editQuiet')}
    </>
  );
}

const figures = { '& input': { textAlign: 'end' } };
const ltr = { dir: 'ltr', autoComplete: 'off' };
const slots = {
  name: { htmlInput: { maxLength: 120, autoComplete: 'off' } },
  username: { htmlInput: { ...ltr, maxLength: 100 } },
  email: { htmlInput: { ...ltr, inputMode: 'email', maxLength: 254 } },
  phone: { htmlInput: { ...ltr, inputMode: 'tel', maxLength: 30 } },
  password: { htmlInput: { dir: 'ltr', autoComplete: 'new-password', maxLength: 200 } },
} as const;

/** The fields of an account; the password only for a new one. */
function UserInputs({ taken, isStored = false }: { taken: TakenUsername | null; isStored?: boolean }) {
  const filled = required('validation.required');
  const { role, section, ...account }: InputByField<typeof userFields> = {
    name: <TextInput source="name" validate={filled} helperText={false} slotProps={slots.name} />,
    username: <UsernameInput taken={taken} />,
    email: <EmailInput />,
    phone: <TextInput source="phone" type="tel" helperText={false} slotProps={slots.phone} sx={figures} />,
    role: <RoleInput />,
    section: <StaffSectionInput />,
  };
  return (
    <Stack spacing={4}>
      <FormSection title={t('users.accountSection')}>
        <FieldInputs fields={userFields} inputs={account} />
        {!isStored && <NewPasswordInput />}
      </FormSection>
      <FormSection title={t('users.accessSection')}>
        {role}
        <FieldInputs fields={userFields} inputs={{ section }} />
        <StudentInput />
      </FormSection>
    </Stack>
  );
}

/** Where somebody else has the name: a button that fills in a free one, and the account of the other. */
function UsernameInput({ taken }: { taken: TakenUsername | null }) {
  const { setValue, setFocus, formState } = useFormContext();
  const fill = (name: string) => {
    // The button goes away with the error.
    setFocus('username');
    setValue('username', name, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Box>
      <TextInput
        source="username"
        validate={required('validation.required')}
        helperText={false}
        slotProps={slots.username}
        sx={figures}
      />
      {taken && formState.errors['username'] && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          <Button size="small" onClick={() => fill(taken.suggestion)}>
            {t('users.useFreeName', { name: taken.suggestion })}
          </Button>
          {taken.holder !== null && (
            <Button size="small" href={`/users/${taken.holder}`} target="_blank">
              {t('users.openHolder')}
            </Button>
          )}
        </Stack>
      )}
    </Box>
  );
}

/** Required only by a server that is not ours, as the specification asks. */
function EmailInput() {
  const isOptional = useServerFeatures().has('accountsWithoutEmail');
  const fits = (value: unknown) => (fitsEmail(value) ? undefined : t('validation.email'));
  return (
    <TextInput
      key={String(isOptional)}
      source="email"
      type="email"
      validate={isOptional ? [fits] : [required('validation.required'), fits]}
      helperText={false}
      slotProps={slots.email}
      sx={figures}
    />
  );
}

/** If it is empty, the server generates one; required if the server cannot. */
function NewPasswordInput() {
  const { hasField } = useServerFeatures();
  const isOptional = hasField('users', 'must_change_password');
  const fits = (value: unknown, { username }: Record<string, unknown>) => passwordSentence(value, username);
  return (
    <PasswordInput
      key={String(isOptional)}
      source="password"
      validate={isOptional ? [fits] : [required('validation.required'), fits]}
      helperText={isOptional ? t('users.passwordHint') : false}
      slotProps={slots.password}
      sx={figures}
    />
  );
}

/** Whether the account is that of the person. */
function useIsOwn(): boolean {
  const stored = useRecordContext<UserRow>();
  const session = useSession();
  return stored !== undefined && stored.id === session?.user.id;
}

/** One of the three roles, and what it may do; nobody can change their own. */
function RoleInput() {
  const isOwn = useIsOwn();
  const role = useWatch({ name: 'role' }) as Role | undefined;
  return (
    <Box>
      <RadioButtonGroupInput
        source="role"
        choices={roles.map((id) => ({ id, name: roleLabels[id] }))}
        translateChoice={false}
        margin="none"
        helperText={isOwn ? t('users.ownRoleLocked') : false}
        readOnly={isOwn}
        validate={required('validation.required')}
      />
      {role && <SecondaryText role="status">{t(`users.rolesExplained.${role}`)}</SecondaryText>}
    </Box>
  );
}

/** The section that a member of staff is limited to; nobody can change their own. */
function StaffSectionInput() {
  const isOwn = useIsOwn();
  const role = useWatch({ name: 'role' }) as Role | undefined;
  if (role === 'student') return null;
  return (
    <SectionInput
      choices={staffSections}
      initial={null}
      isLocked={isOwn}
      helperText={t(isOwn ? 'users.ownSectionLocked' : 'users.sectionHint')}
    />
  );
}

/** The student of the account: required for students, else shown only if there is one. */
function StudentInput() {
  const stored = useRecordContext<UserRow>();
  const role = useWatch({ name: 'role' }) as string | undefined;
  const isNeeded = role === 'student';
  const { field, fieldState } = useController({
    name: 'student_id',
    rules: { validate: (number) => !isNeeded || Boolean(number) || t('users.studentRequired') },
  });
  const [names, setNames] = useState<Record<string, string>>(() =>
    stored?.student_id ? { [stored.student_id]: stored.student_name ?? stored.student_id } : {},
  );
  const number = (field.value as string | null) ?? null;
  if (!isNeeded && number === null && !stored?.student_id) return null;
  return (
    <StudentPicker
      value={number === null ? null : { student_id: number, full_name: names[number] ?? number }}
      onChange={(student) => {
        if (student) setNames({ ...names, [student.student_id]: student.full_name });
        field.onChange(student?.student_id ?? null);
      }}
      ownNumber={stored?.student_id ?? null}
      isRequired={isNeeded}
      hasError={fieldState.error !== undefined}
      helperText={fieldState.error?.message || t('users.studentHint')}
      inputRef={field.ref}
    />
  );
}

interface Asked {
  subjects: number;
  answer: (isConfirmed: boolean) => void;
}

/** Around the form: changing a teacher's role removes the assigned subjects, so it asks first. */
function TeachingQuestion({ children }: { children: ReactNode }) {
  const notify = useNotify();
  const stored = useRecordContext<UserRow>();
  const context = useSaveContext();
  const { teacherSubjects } = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);

  const isConfirmed = async (values: Partial<UserRow>) => {
    if (stored?.role !== 'teacher' || values.role === 'teacher') return true;
    const subjects = (await teacherSubjects(stored.id)).length;
    if (subjects === 0) return true;
    return new Promise<boolean>((answer) => setAsked({ subjects, answer }));
  };
  const save: typeof context.save = async (values, callbacks) => {
    try {
      if (!(await isConfirmed(values as Partial<UserRow>))) return undefined;
    } catch (problem) {
      notify(problemMessage(problem, t('users.failed')), { type: 'error' });
      return undefined;
    }
    return context.save?.(values, callbacks) as never;
  };
  const answer = (isYes: boolean) => {
    asked?.answer(isYes);
    setAsked(null);
  };
  return (
    <SaveContextProvider value={{ ...context, save }}>
      {children}
      {asked && (
        <QuestionDialog
          title={t('users.losesSubjectsTitle')}
          text={t('users.losesSubjects', { smart_count: asked.subjects })}
          confirmLabel={t('users.losesSubjectsGo')}
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        >
          <Typography color="text.secondary">{t('users.losesSubjectsNote')}</Typography>
        </QuestionDialog>
      )}
    </SaveContextProvider>
  );
}
