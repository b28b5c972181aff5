import { Fragment, type ReactElement } from 'react';
import { useResourceContext } from 'react-admin';
import type { RecordFields, FormFields } from '../../../contract/fieldTable';
import { useServerFeatures } from '../../dataProvider/serverFeatures';

/** An input for each field that a form asks for: one that is missing does not compile. */
export type InputsOf<F extends RecordFields> = Record<keyof FormFields<F>, ReactElement>;

interface FieldInputsProps {
  fields: RecordFields;
  /** Inputs of all these fields, or of some. */
  inputs: Readonly<Record<string, ReactElement>>;
}

/** The inputs in order, without fields that this server does not store. */
export function FieldInputs({ fields, inputs }: FieldInputsProps) {
  const resource = useResourceContext() ?? '';
  const { hasField } = useServerFeatures();
  return Object.entries(inputs)
    .filter(([name]) => !fields[name]?.isAddition || hasField(resource, name))
    .map(([name, input]) => <Fragment key={name}>{input}</Fragment>);
}
