import { required, SelectInput } from 'react-admin';
import { allSectionsName, type Section, sectionNames } from '../../../contract/vocabulary';
import { useHasSectionChoice } from '../../dataProvider/useInstitute';

interface SectionInputProps {
  choices: readonly Section[];
  /** Default value of a new record. Null: all sections. */
  initial: Section | null;
  helperText?: string;
  isLocked?: boolean;
}

/** An admin of one section does not see this input. */
export function SectionInput({ choices, initial, helperText, isLocked = false }: SectionInputProps) {
  if (!useHasSectionChoice()) return null;
  return (
    <SelectInput
      source="section"
      margin="none"
      choices={choices.map((id) => ({ id, name: sectionNames[id] }))}
      translateChoice={false}
      defaultValue={initial}
      readOnly={isLocked}
      helperText={helperText ?? false}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      {...(initial === null
        ? { emptyText: allSectionsName, parse: (value: string) => value || null }
        : { validate: required('validation.required') })}
    />
  );
}
