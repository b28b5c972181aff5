import { SelectInput, useGetList } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Program } from '../../../contract/programs';
import { type Level, levelNames, levels } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';

/** The level at which the batch stands: one of those that its programme has. */
export function BatchLevelInput() {
  const t = useText();
  const [code, level] = useWatch({ name: ['program_id', 'level'] }) as [string | null, Level | null];
  const most = useLevelsOf(code);
  // A level that the programme has no longer stays to be seen, and to be corrected.
  const offered = levels.filter((one) => one <= most || one === level);
  const isOfProgram = (value: unknown) =>
    Number(value ?? 0) > most ? t('validation.atMost', { most }) : undefined;
  return (
    <SelectInput
      source="level"
      margin="none"
      choices={offered.map((id) => ({ id, name: levelNames[id] }))}
      translateChoice={false}
      emptyText={t('batches.noLevel')}
      validate={isOfProgram}
      helperText={false}
    />
  );
}

const defaultLevels = levels.length;

function useLevelsOf(code: string | null): number {
  const { data } = useGetList<Program>(
    'programs',
    { filter: { q: code }, pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'DESC' } },
    { enabled: Boolean(code) },
  );
  return data?.find(({ program_id }) => program_id === code)?.levels ?? defaultLevels;
}
