import { Alert, FormControl, FormLabel } from '@mui/material';
import { FormProvider, useController, useForm, useWatch } from 'react-hook-form';
import { useState } from 'react';
import { ruleMessages } from '../../../../contract/errors';
import type { StudentGuardian } from '../../../../contract/families/guardians';
import { phoneProblem } from '../../../../contract/rules/identity';
import { validationMessages } from '../../../../contract/rules/validationMessages';
import { guardianRelationNames, guardianRelations } from '../../../../contract/vocabulary';
import { useToday } from '../../../dataProvider/useInstitute';
import { type Text, t } from '../../../i18n/text';
import { SubmitDialog } from '../../../ui/dialog/FormDialog';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { DayField } from '../../../ui/form/DayField';
import { FormCheckbox, FormTextField } from '../../../ui/form/FormFields';
import { FieldGrid } from '../../../ui/form/RecordForm';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import {
  type AddedGuardian,
  emailProblem,
  type GuardianForm,
  isEmptyPerson,
  rightNames,
  storedName,
  type StoredGuardian,
  studentNames,
} from './guardianModel';
import { type FamilyNames, other, SamePersonChoice, useMatches } from './GuardianMatches';

export interface GuardianFormDialogProps {
  title: string;
  initial: GuardianForm;
  /** The stored guardian that the form edits. */
  guardian?: StudentGuardian;
  /** A new guardian may be the same person as this stored one. */
  chosen?: StoredGuardian | null;
  family: FamilyNames;
  /** Row numbers of the guardians that the student has already. */
  takenIds: readonly number[];
  canBePrimary: boolean;
  /** Only a student of age consents. */
  isOfAge: boolean;
  /** The words for a student of this gender. */
  text: Text;
  problem?: string | null;
  isPending?: boolean;
  onSave: (saved: AddedGuardian) => void;
  onClose: () => void;
}

export function GuardianFormDialog(props: GuardianFormDialogProps) {
  const { title, initial, guardian, chosen = null, takenIds, onSave } = props;
  const form = useForm<GuardianForm>({ defaultValues: initial });
  const [phone, name] = useWatch({ control: form.control, name: ['phone', 'name'] });
  const { matches, isLooking, hasFailed } = useMatches(phone, name, props.family);
  const [answer, setAnswer] = useState<{ phone: string; value: string } | null>(
    chosen && { phone: initial.phone, value: String(chosen.id) },
  );
  const others = matches.filter(({ id }) => id !== guardian?.id);
  const isAdded = ({ id }: StoredGuardian) => takenIds.includes(id);
  const addedMatch = others.find(isAdded);
  const candidates = guardian ? [] : others.filter((match) => !isAdded(match));
  const proposed = candidates.find(({ is_proposed }) => is_proposed);
  const value = answer?.phone === phone ? answer.value : String(proposed?.id ?? other);
  const stored = candidates.find(({ id }) => String(id) === value) ?? null;
  const save = form.handleSubmit((values) => {
    if (!stored && isEmptyPerson(values))
      return form.setError('name', { message: ruleMessages.emptyGuardian }, { shouldFocus: true });
    onSave({ form: values, stored });
  });
  return (
    <FormProvider {...form}>
      <SubmitDialog
        title={title}
        problem={props.problem ?? null}
        isDirty={form.formState.isDirty}
        submitLabel={t('ui.save')}
        pendingLabel={t('ui.saving')}
        isPending={props.isPending ?? false}
        isReady={!isLooking}
        hasCancel
        maxWidth="sm"
        onSubmit={() => void save()}
        onClose={props.onClose}
      >
        <FieldGrid>
          <RelationField />
          <PhoneField
            name="phone"
            label={t('guardians.phone')}
            hint={hasFailed ? t('guardians.matchesFailed') : ''}
          />
        </FieldGrid>
        {addedMatch && (
          <Alert severity="warning">{t('guardians.alreadyAdded', { name: storedName(addedMatch) })}</Alert>
        )}
        {guardian && others.map((match) => <SharedNumber key={match.id} match={match} />)}
        {candidates.length > 0 && (
          <SamePersonChoice
            matches={candidates}
            value={value}
            onChange={(chosenValue) => setAnswer({ phone, value: chosenValue })}
          />
        )}
        {stored ? (
          <SecondaryText>{t('guardians.storedUsed')}</SecondaryText>
        ) : (
          <PersonFields guardian={guardian} />
        )}
        <RelationFields {...props} />
      </SubmitDialog>
    </FormProvider>
  );
}

const SharedNumber = ({ match }: { match: StoredGuardian }) => (
  <Alert severity="info">
    {t('guardians.alsoOf', { name: storedName(match), students: studentNames(match) })}
  </Alert>
);

function RelationField() {
  const { field } = useController<GuardianForm, 'relation'>({ name: 'relation' });
  return (
    <ChoiceField
      label={t('guardians.relation')}
      value={field.value}
      choices={guardianRelations.map((relation) => [relation, guardianRelationNames[relation]] as const)}
      onChange={(relation) => field.onChange(relation ?? 'other')}
    />
  );
}

/** The direction is left-to-right, but the alignment is that of the other fields. */
const alignEnd = { '& input': { textAlign: 'end' } };
const phoneSlots = {
  htmlInput: { dir: 'ltr', autoComplete: 'off', type: 'tel', inputMode: 'tel', maxLength: 30 },
} as const;
const emailSlots = {
  htmlInput: { dir: 'ltr', autoComplete: 'off', inputMode: 'email', maxLength: 254 },
} as const;

interface PhoneFieldProps {
  name: 'phone' | 'second_phone';
  label: string;
  hint?: string;
}

const PhoneField = ({ name, label, hint = '' }: PhoneFieldProps) => (
  <FormTextField<GuardianForm>
    name={name}
    label={label}
    helperText={hint}
    validate={(typed) => {
      const problem = phoneProblem(typed);
      return problem ? validationMessages[problem] : undefined;
    }}
    slotProps={phoneSlots}
    sx={alignEnd}
  />
);

function PersonFields({ guardian }: { guardian: StudentGuardian | undefined }) {
  const isShared = guardian && (guardian.children.length > 1 || guardian.has_other_children);
  return (
    <>
      <FieldGrid>
        <FormTextField<GuardianForm>
          name="name"
          label={t('guardians.name')}
          helperText={t('guardians.nameHint')}
          slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
        />
        <PhoneField name="second_phone" label={t('guardians.secondPhone')} />
        <FormTextField<GuardianForm>
          name="email"
          label={t('guardians.email')}
          validate={emailProblem}
          slotProps={emailSlots}
          sx={{ ...alignEnd, gridColumn: '1 / -1' }}
        />
      </FieldGrid>
      <FormTextField<GuardianForm>
        name="note"
        label={t('guardians.note')}
        helperText={t('guardians.noteHint')}
        multiline
        maxRows={4}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {isShared && <SecondaryText>{t('guardians.sharedPerson')}</SecondaryText>}
    </>
  );
}

type RelationFieldsProps = Pick<GuardianFormDialogProps, 'canBePrimary' | 'isOfAge' | 'text'>;

function RelationFields({ canBePrimary, isOfAge, text }: RelationFieldsProps) {
  return (
    <>
      <FormControl component="fieldset">
        <FormLabel component="legend">{text('guardians.rightsTitle')}</FormLabel>
        {rightNames.map((right) => (
          <FormCheckbox<GuardianForm>
            key={right}
            name={`rights.${right}`}
            label={t(`guardians.rights.${right}`)}
          />
        ))}
      </FormControl>
      {canBePrimary && (
        <FormCheckbox<GuardianForm>
          name="is_primary"
          label={t('guardians.isPrimary')}
          hint={t('guardians.isPrimaryHint')}
        />
      )}
      {isOfAge && <ConsentFields text={text} />}
    </>
  );
}

function ConsentFields({ text }: { text: Text }) {
  const today = useToday();
  const hasConsent = useWatch<GuardianForm, 'has_consent'>({ name: 'has_consent' });
  const { field } = useController<GuardianForm, 'consent_on'>({ name: 'consent_on' });
  return (
    <>
      <FormCheckbox<GuardianForm>
        name="has_consent"
        label={text('guardians.consent')}
        hint={text('guardians.consentHint')}
      />
      {hasConsent && (
        <DayField
          label={t('guardians.consentDay')}
          value={field.value}
          max={today}
          isNeverEmpty
          onChange={field.onChange}
        />
      )}
    </>
  );
}
