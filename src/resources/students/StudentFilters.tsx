import { Box } from '@mui/material';
import { Suspense, useContext, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { hijriDate } from '../../../contract/rules/hijri';
import { daysAfter } from '../../../contract/rules/retention';
import { genders, studentStatuses, studentStatusNames } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterInput, FilterBoundary } from '../../ui/list/FilterInput';
import {
  FilterChip,
  FilterChoice,
  FiltersAsChips,
  FilterSelect,
  useFilterChange,
} from '../../ui/list/FilterSelect';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { batchNote } from './studentModel';

const CheckField = lazyComponent(async () => ({
  default: (await import('../../ui/form/CheckField')).CheckField,
}));
const DayField = lazyComponent(async () => ({ default: (await import('../../ui/form/DayField')).DayField }));

export function StudentFilters() {
  const { filterValues } = useListContext();
  const { has, hasField } = useServerFeatures();
  const { program_id } = filterValues;
  return (
    <FilterBar search={t('students.search')}>
      <FilterPicker<Program>
        source="program_id"
        resource="programs"
        keyField="program_id"
        anyLabel={t('students.anyProgram')}
        optionText={({ program_name }) => program_name}
        clears={['batch_id']}
      />
      <FilterPicker<Batch>
        source="batch_id"
        resource="batches"
        anyLabel={t('students.anyBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={batchNote}
        filter={program_id === undefined ? {} : { program_id }}
        clears={['has_batch']}
      />
      <FilterSelect
        source="gender"
        anyLabel={t('students.anyGender')}
        choices={genders.map((name) => ({ id: name, name }))}
      />
      {has('enrolments') && (
        <FilterSelect
          source="status"
          anyLabel={t('enrolments.anyStatus')}
          choices={studentStatuses.map((id) => ({ id, name: studentStatusNames[id] }))}
        />
      )}
      {hasField('students', 'created_at') && <CreatedSinceFilter />}
      <NoBatchFilter />
    </FilterBar>
  );
}

function NoBatchFilter() {
  const { filterValues, setFilters } = useListContext();
  const toggle = (isChecked: boolean) => {
    const { has_batch: _, batch_id, ...others } = filterValues;
    setFilters(
      isChecked
        ? { ...others, has_batch: false }
        : { ...others, ...(batch_id === undefined ? {} : { batch_id }) },
    );
  };
  if (useContext(FiltersAsChips))
    return (
      <FilterChip
        label={t('labels.batch')}
        value={filterValues['has_batch'] === false ? t('students.noBatch') : null}
        onRemove={() => toggle(false)}
      />
    );
  return (
    <FilterBoundary>
      <Suspense>
        <CheckField
          checked={filterValues['has_batch'] === false}
          onChange={toggle}
          label={t('students.noBatch')}
          sx={{ m: 0 }}
        />
      </Suspense>
    </FilterBoundary>
  );
}

const otherDay = 'other';

/** Offers usual time spans, and any day. */
function CreatedSinceFilter() {
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const since = String(filterValues['created_since'] ?? '');
  const [isChoosingDay, setIsChoosingDay] = useState(false);
  const today = useToday();
  const spans = [
    { day: daysAfter(today, -7), name: t('students.lastWeek') },
    { day: daysAfter(today, -30), name: t('students.lastMonth') },
    { day: daysAfter(today, -90), name: t('students.lastQuarter') },
  ];
  const isCustomDay = since !== '' && !spans.some(({ day }) => day === since);

  const filterSince = (day: string) =>
    changeFilters(({ created_since: _, ...others }) =>
      day === '' ? others : { ...others, created_since: day },
    );
  if (useContext(FiltersAsChips))
    return (
      <FilterChip
        label={t('students.addedSince')}
        value={spans.find(({ day }) => day === since)?.name ?? (since && hijriDate(since))}
        onRemove={() => filterSince('')}
      />
    );
  const choose = (chosen: string) => {
    setIsChoosingDay(chosen === otherDay);
    if (chosen !== otherDay) filterSince(chosen);
  };
  return (
    <>
      <FilterChoice
        label={t('students.addedSince')}
        anyLabel={t('students.anyTime')}
        value={isChoosingDay ? otherDay : since || null}
        choices={[
          ...spans.map(({ day, name }) => [day, name] as const),
          ...(isCustomDay ? [[since, t('students.sinceDay', { date: hijriDate(since) })] as const] : []),
          [otherDay, t('students.otherDay')],
        ]}
        width={170}
        onChange={(chosen) => choose(chosen ?? '')}
      />
      {isChoosingDay && (
        <Box sx={{ width: { xs: '100%', sm: 224 } }}>
          <FilterInput label={t('students.sinceDate')}>
            <DayField label={t('students.sinceDate')} value={since} max={today} onChange={filterSince} />
          </FilterInput>
        </Box>
      )}
    </>
  );
}
