import { Fragment, type ReactElement } from 'react';
import { TextInput, useResourceContext } from 'react-admin';
import type { RecordFields, FormFields } from '../../../contract/fieldTable';
import { phoneProblem } from '../../../contract/rules/identity';
import { validationMessages } from '../../../contract/rules/validationMessages';
import { useServerFeatures } from '../../dataProvider/serverFeatures';

export type InputByField<F extends RecordFields> = Record<keyof FormFields<F>, ReactElement>;

interface FieldInputsProps {
  fields: RecordFields;
  inputs: Readonly<Record<string, ReactElement>>;
}

/** Hides the fields that this server does not store. */
export function FieldInputs({ fields, inputs }: FieldInputsProps) {
  const resource = useResourceContext() ?? '';
  const { hasField } = useServerFeatures();
  return Object.entries(inputs)
    .filter(([name]) => !fields[name]?.isAddition || hasField(resource, name))
    .map(([name, input]) => <Fragment key={name}>{input}</Fragment>);
}

const phoneSlots = {
  htmlInput: { dir: 'ltr', autoComplete: 'off', type: 'tel', inputMode: 'tel', maxLength: 30 },
} as const;
/** The direction is left-to-right, but the alignment is that of the other fields. */
const alignEnd = { '& input': { textAlign: 'end' } };

function validatePhone(value: unknown): string | undefined {
  const problem = typeof value === 'string' ? phoneProblem(value) : null;
  return problem ? validationMessages[problem] : undefined;
}

export const PhoneInput = ({ source, hint }: { source: string; hint?: string }) => (
  <TextInput
    source={source}
    type="tel"
    validate={validatePhone}
    helperText={hint ?? false}
    slotProps={phoneSlots}
    sx={alignEnd}
  />
);
