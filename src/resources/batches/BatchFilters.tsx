import { useGetList } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { batchStatuses, levelNames, levels } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { yearsOf } from './batchModel';

export function BatchFilters() {
  const t = useText();
  const { hasField } = useServerFeatures();
  return (
    <FilterBar search={t('batches.search')}>
      <FilterPicker<Program>
        resource="programs"
        source="program_id"
        by="program_id"
        label={t('batches.program')}
        anyLabel={t('batches.anyProgram')}
        optionText={({ program_name }) => program_name}
        optionNote={({ program_id }) => program_id}
        sort={{ field: 'program_name', order: 'ASC' }}
      />
      <FilterSelect
        source="academic_year"
        label={t('batches.academicYear')}
        anyLabel={t('batches.anyYear')}
        choices={useYears().map((year) => ({ id: year, name: t('batches.hijriYear', { year }) }))}
      />
      {hasField('batches', 'level') && (
        <FilterSelect
          source="level"
          label={t('batches.level')}
          anyLabel={t('batches.anyLevel')}
          choices={levels.map((level) => ({ id: level, name: levelNames[level] }))}
        />
      )}
      {hasField('batches', 'status') && (
        <FilterSelect
          source="status"
          label={t('batches.status')}
          anyLabel={t('batches.anyStatus')}
          choices={batchStatuses.map((status) => ({ id: status, name: status }))}
        />
      )}
      {hasField('batches', 'created_at') && (
        <FilterSelect
          source="is_active"
          label={t('batches.activity')}
          anyLabel={t('batches.anyActivity')}
          choices={[
            { id: true, name: t('batches.activeOnly') },
            { id: false, name: t('batches.inactiveOnly') },
          ]}
        />
      )}
    </FilterBar>
  );
}

/** Of all batches, whatever the filter is now. */
function useYears(): string[] {
  const { data = [] } = useGetList<Batch>('batches', {
    pagination: { page: 1, perPage: 1_000 },
    sort: { field: 'academic_year', order: 'DESC' },
  });
  return yearsOf(data);
}
