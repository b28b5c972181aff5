import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { genders } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { SinceFilter } from './SinceFilter';

export function StudentFilters() {
  const t = useText();
  const { filterValues } = useListContext();
  const { hasField } = useServerFeatures();
  const { program_id } = filterValues;
  return (
    <FilterBar search={t('students.search')}>
      <FilterPicker<Program>
        source="program_id"
        resource="programs"
        by="program_id"
        label={t('students.program')}
        anyLabel={t('students.anyProgram')}
        optionText={({ program_name }) => program_name}
        clears={['batch_id']}
      />
      <FilterPicker<Batch>
        source="batch_id"
        resource="batches"
        label={t('students.batch')}
        anyLabel={t('students.anyBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={({ program_name, academic_year }) =>
          t('students.batchNote', { program: program_name, year: academic_year })
        }
        filter={program_id === undefined ? {} : { program_id }}
        clears={['has_batch']}
      />
      <FilterSelect
        source="gender"
        label={t('students.gender')}
        anyLabel={t('students.anyGender')}
        choices={genders.map((name) => ({ id: name, name }))}
      />
      {hasField('students', 'created_at') && <SinceFilter />}
      <WithoutBatch />
    </FilterBar>
  );
}

function WithoutBatch() {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const toggle = (isAsked: boolean) => {
    const { has_batch: _, batch_id, ...others } = filterValues;
    setFilters(
      isAsked
        ? { ...others, has_batch: false }
        : { ...others, ...(batch_id === undefined ? {} : { batch_id }) },
    );
  };
  return (
    <FormControlLabel
      control={
        <Checkbox checked={filterValues['has_batch'] === false} onChange={(_, isAsked) => toggle(isAsked)} />
      }
      label={t('students.noBatch')}
      sx={{ m: 0 }}
    />
  );
}
