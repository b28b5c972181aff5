import Box from '@mui/material/Box';
import { useGetList, useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { allSubjectTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { levelChoices } from './subjectModel';

// A row of their own under the search box, so that nothing below moves when "clear filters" comes and goes.
const filterRow = {
  display: 'grid',
  gap: { xs: 2, sm: 1 },
  order: { xs: 0, sm: 1 },
  flex: '1 1 100%',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: '3fr 4fr 2.5fr 2.5fr' },
  '& > *': { width: '100% !important', minWidth: 0 },
} as const;

const types = allSubjectTypes.map((name) => ({ id: name, name }));
const allLevels = levelChoices(8);

/** The batch can be chosen once a programme is, or where there are batches at all. */
export function SubjectFilters() {
  const t = useText();
  const { filterValues } = useListContext();
  const program = filterValues['program_id'] as string | undefined;
  const { total } = useGetList<Batch>('batches', { pagination: { page: 1, perPage: 1 } });
  return (
    <FilterBar search={t('subjects.search')}>
      <Box sx={filterRow}>
        <FilterPicker<Program>
          source="program_id"
          by="program_id"
          resource="programs"
          label={t('subjects.program')}
          anyLabel={t('subjects.anyProgram')}
          optionText={({ program_name }) => program_name}
          clears={['batch_id']}
        />
        <FilterPicker<Batch>
          source="batch_id"
          resource="batches"
          label={t('subjects.batch')}
          anyLabel={t('subjects.anyBatch')}
          optionText={({ batch_name }) => batch_name}
          optionNote={({ program_name }) => program_name}
          isDisabled={program === undefined && total === 0}
          {...(program === undefined ? {} : { filter: { program_id: program } })}
        />
        <FilterSelect
          source="level"
          label={t('subjects.level')}
          anyLabel={t('subjects.anyLevel')}
          choices={allLevels}
        />
        <FilterSelect
          source="type"
          label={t('subjects.type')}
          anyLabel={t('subjects.anyType')}
          choices={types}
        />
      </Box>
    </FilterBar>
  );
}
