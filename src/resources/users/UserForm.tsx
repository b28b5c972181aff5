import { Box, Button, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CreateBase,
  PasswordInput,
  RadioButtonGroupInput,
  type RaRecord,
  required,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { isEmptyOrEmail } from '../../../contract/fields';
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
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { SectionInput } from '../../features/accounts/SectionInput';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { FieldInputs, type InputByField, PhoneInput } from '../../ui/form/FieldInputs';
import { EditPage, FormSection, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { SaveAndAddButton } from '../../ui/form/SaveAndAddButton';
import { staleFields } from '../../ui/form/StaleDialog';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ConfirmRoleChange } from './ConfirmRoleChange';
import { OneTimeDialog } from './OneTimeDialog';
import { StudentPicker } from './StudentPicker';
import {
  cleanUser,
  newUser,
  describePasswordProblem,
  type TakenUsername,
  parseTakenUsername,
  type UserRow,
} from './userModel';

export function UserCreate() {
  const queryClient = useQueryClient();
  const { mutationOptions, takenUsername } = useUserOutcome({
    successKey: 'users.created',
    failureKey: 'users.failed',
  });
  const { notifyDone } = useNotices();
  const [{ formNumber, values }, setForm] = useState({ formNumber: 0, values: newUser });
  const [created, setCreated] = useState<{ user: RaRecord; finish: (user: RaRecord) => void } | null>(null);
  /** `finish` waits until the admin has seen the new password. */
  const showPassword = (user: RaRecord, finish: (user: RaRecord) => void) => {
    // The password must not stay in the cache.
    queryClient.removeQueries({ queryKey: ['users', 'getOne'] });
    if (user['temporary_password']) setCreated({ user, finish });
    else finish(user);
  };
  const addNext = (user: RaRecord) => {
    notifyDone(t('users.created'), user);
    const role: unknown = user['role'];
    setForm({ formNumber: formNumber + 1, values: { ...newUser, role: role as typeof newUser.role } });
  };
  const onSuccess = (user: RaRecord) => showPassword(user, mutationOptions.onSuccess);
  return (
    <CreateBase mutationOptions={{ ...mutationOptions, onSuccess }} transform={cleanUser}>
      <Page title={labels.addTitle} subtitle={<RequiredHint />}>
        {/* The new key removes all state of the previous user. */}
        <RecordForm
          key={formNumber}
          defaultValues={values}
          isNew
          maxWidth={880}
          secondSave={
            <>
              <ResetButton />
              <SaveAndAddButton<RaRecord>
                label={labels.saveAndAdd}
                onSaved={(user) => showPassword(user, addNext)}
              />
            </>
          }
        >
          <UserInputs takenUsername={takenUsername} />
        </RecordForm>
      </Page>
      {created && (
        <OneTimeDialog
          name={String(created.user['name'])}
          username={String(created.user['username'])}
          accountRole={created.user['role'] as Role}
          password={String(created.user['temporary_password'])}
          onDone={() => {
            setCreated(null);
            created.finish(created.user);
          }}
        />
      )}
    </CreateBase>
  );
}

/** The specification requires an e-mail address, but our server does not. */
function useIsEmailOptional(): boolean {
  const { has, isOurs } = useServerFeatures();
  return isOurs === null || has('accountsWithoutEmail');
}

function RequiredHint() {
  return t(useIsEmailOptional() ? 'users.addSubtitle' : 'users.addSubtitleWithEmail');
}

/** Adds `takenUsername` to `useSaveOutcome` if another account has the user name. */
function useUserOutcome(messages: Parameters<typeof useSaveOutcome>[0]) {
  const { mutationOptions, ...outcome } = useSaveOutcome(messages);
  const [takenUsername, setTakenUsername] = useState<TakenUsername | null>(null);
  const onError: typeof mutationOptions.onError = (problem, variables) => {
    setTakenUsername(parseTakenUsername(problem));
    mutationOptions.onError(problem, variables);
  };
  return { ...outcome, mutationOptions: { ...mutationOptions, onError }, takenUsername };
}

function ResetButton() {
  const { reset } = useFormContext();
  return (
    <Button variant="outlined" onClick={() => reset(newUser)}>
      {labels.reset}
    </Button>
  );
}

export function UserEdit() {
  const { takenUsername, ...outcome } = useUserOutcome({
    successKey: 'users.updated',
    failureKey: 'users.failed',
  });
  const fields = [
    ...staleFields(userFields, {
      role: (role) => roleLabels[role as Role],
      section: (section) => formatSection(section as StaffSection | null),
    }),
    { name: 'student_id', label: t('resources.users.fields.student_id') },
  ];
  return (
    <EditPage
      title={labels.editTitle}
      subtitle={<EditedName />}
      failureTitle={labels.oneLoadFailed}
      outcome={outcome}
      fields={fields}
      transform={cleanUser}
      maxWidth={880}
      wrapper={ConfirmRoleChange}
    >
      <UserInputs takenUsername={takenUsername} isStored />
    </EditPage>
  );
}

const formatSection = (section: StaffSection | null) => (section ? sectionNames[section] : allSectionsName);

function EditedName() {
  const user = useRecordContext<UserRow>();
  return (
    <>
      {user && <bdi>{user.name}</bdi>}
      {user && ' · '}
      {labels.editSubtitle}
    </>
  );
}

const alignEnd = { '& input': { textAlign: 'end' } };
const ltr = { dir: 'ltr', autoComplete: 'off' };
const slots = {
  name: { htmlInput: { maxLength: 120, autoComplete: 'off' } },
  username: { htmlInput: { ...ltr, maxLength: 100 } },
  email: { htmlInput: { ...ltr, inputMode: 'email', maxLength: 254 } },
  password: { htmlInput: { dir: 'ltr', autoComplete: 'new-password', maxLength: 200 } },
} as const;

function UserInputs({
  takenUsername,
  isStored = false,
}: {
  takenUsername: TakenUsername | null;
  isStored?: boolean;
}) {
  const validateRequired = required('validation.required');
  const { role, section, ...account }: InputByField<typeof userFields> = {
    name: <TextInput source="name" validate={validateRequired} helperText={false} slotProps={slots.name} />,
    username: <UsernameInput takenUsername={takenUsername} />,
    email: <EmailInput />,
    phone: <PhoneInput source="phone" />,
    role: <RoleInput />,
    section: <StaffSectionInput />,
  };
  return (
    <Stack spacing={4}>
      <FormSection title={labels.accountSection}>
        <FieldInputs fields={userFields} inputs={account} />
        {!isStored && <NewPasswordInput />}
      </FormSection>
      <FormSection title={labels.accessSection}>
        {role}
        <FieldInputs fields={userFields} inputs={{ section }} />
        <StudentInput />
      </FormSection>
    </Stack>
  );
}

/** If the user name is taken, offers a free name and a link to the other account. */
function UsernameInput({ takenUsername }: { takenUsername: TakenUsername | null }) {
  const { setValue, setFocus, formState } = useFormContext();
  const fillIn = (name: string) => {
    // The focus moves first, because the button disappears with the error.
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
        sx={alignEnd}
      />
      {takenUsername && formState.errors['username'] && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          <Button size="small" onClick={() => fillIn(takenUsername.suggestion)}>
            {t('users.useFreeName', { name: takenUsername.suggestion })}
          </Button>
          {takenUsername.holderId !== null && (
            <Button size="small" href={`/users/${takenUsername.holderId}`} target="_blank">
              {labels.openHolder}
            </Button>
          )}
        </Stack>
      )}
    </Box>
  );
}

function EmailInput() {
  const isOptional = useIsEmailOptional();
  const validateEmail = (value: unknown) => (isEmptyOrEmail(value) ? undefined : t('validation.email'));
  return (
    <TextInput
      key={String(isOptional)}
      source="email"
      type="email"
      validate={isOptional ? [validateEmail] : [required('validation.required'), validateEmail]}
      helperText={false}
      slotProps={slots.email}
      sx={alignEnd}
    />
  );
}

/** If the field is empty, our server generates a password. */
function NewPasswordInput() {
  const { hasField } = useServerFeatures();
  const isOptional = hasField('users', 'must_change_password');
  const validatePassword = (value: unknown, { username }: Record<string, unknown>) =>
    describePasswordProblem(value, username);
  return (
    <PasswordInput
      key={String(isOptional)}
      source="password"
      validate={isOptional ? [validatePassword] : [required('validation.required'), validatePassword]}
      helperText={isOptional ? labels.passwordHint : false}
      slotProps={slots.password}
      sx={alignEnd}
    />
  );
}

function useIsOwnAccount(): boolean {
  const stored = useRecordContext<UserRow>();
  const session = useSession();
  return stored !== undefined && stored.id === session?.user.id;
}

/** Users cannot change their own role. */
function RoleInput() {
  const isOwnAccount = useIsOwnAccount();
  const role = useWatch({ name: 'role' }) as Role | undefined;
  return (
    <Box>
      <RadioButtonGroupInput
        source="role"
        choices={roles.map((id) => ({ id, name: roleLabels[id] }))}
        translateChoice={false}
        margin="none"
        helperText={isOwnAccount ? labels.ownRoleLocked : false}
        readOnly={isOwnAccount}
        validate={required('validation.required')}
      />
      {role && <SecondaryText role="status">{t(`users.rolesExplained.${role}`)}</SecondaryText>}
    </Box>
  );
}

/** Users cannot change their own section. */
function StaffSectionInput() {
  const isOwnAccount = useIsOwnAccount();
  const role = useWatch({ name: 'role' }) as Role | undefined;
  if (role === 'student') return null;
  return (
    <SectionInput
      choices={staffSections}
      initial={null}
      isLocked={isOwnAccount}
      helperText={t(isOwnAccount ? 'users.ownSectionLocked' : 'users.sectionHint')}
    />
  );
}

/** A student's account needs a student. For other roles the field shows only if the account has a student. */
function StudentInput() {
  const stored = useRecordContext<UserRow>();
  const role = useWatch({ name: 'role' }) as string | undefined;
  const isStudent = role === 'student';
  const { field, fieldState } = useController({
    name: 'student_id',
    rules: { validate: (number) => !isStudent || Boolean(number) || labels.studentRequired },
  });
  const [names, setNames] = useState<Record<string, string>>(() =>
    stored?.student_id ? { [stored.student_id]: stored.student_name ?? stored.student_id } : {},
  );
  const number = (field.value as string | null) ?? null;
  if (!isStudent && number === null && !stored?.student_id) return null;
  return (
    <StudentPicker
      value={number === null ? null : { student_id: number, full_name: names[number] ?? number }}
      onChange={(student) => {
        if (student) setNames({ ...names, [student.student_id]: student.full_name });
        field.onChange(student?.student_id ?? null);
      }}
      ownNumber={stored?.student_id ?? null}
      isRequired={isStudent}
      hasError={fieldState.error !== undefined}
      helperText={fieldState.error?.message || labels.studentHint}
      inputRef={field.ref}
    />
  );
}
