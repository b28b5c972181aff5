import { Fragment, type ReactElement } from 'react';
import { useResourceContext } from 'react-admin';
import type { RecordFields, FormFields } from '../../../contract/fieldTable';
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
