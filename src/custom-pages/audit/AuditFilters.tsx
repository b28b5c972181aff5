import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';
import { operationActions } from '../../../contract/audit';
import type { User } from '../../../contract/users';
import { ar } from '../../i18n/ar';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/form/DayField';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterPicker } from '../../ui/list/FilterPicker';
import { FilterSelect } from '../../ui/list/FilterSelect';
import { useFilterChange } from '../../ui/list/useFilterChange';
import { useTableName } from './useNames';

const tables = Object.keys(ar.audit.tables).filter((name) => name !== 'other');

export function AuditFilters() {
  const t = useText();
  const tableName = useTableName();
  return (
    <FilterBar search={t('audit.search')}>
      <FilterPicker<User>
        source="user_id"
        resource="users"
        label={t('audit.person')}
        anyLabel={t('audit.anyPerson')}
        optionText={({ name }) => name}
        optionNote={({ username }) => username}
      />
      <FilterSelect
        source="action"
        label={t('audit.action')}
        anyLabel={t('audit.anyAction')}
        choices={operationActions.map((id) => ({ id, name: t(`audit.actions.${id}`) }))}
      />
      <FilterSelect
        source="table_name"
        label={t('audit.table')}
        anyLabel={t('audit.anyTable')}
        choices={tables.map((id) => ({ id, name: tableName(id) }))}
      />
      <Day source="start_date" />
      <Day source="end_date" />
    </FilterBar>
  );
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (value: unknown) => (typeof value === 'string' && day.test(value) ? value : '');

/** The first or the last day that is shown. */
function Day({ source }: { source: 'start_date' | 'end_date' }) {
  const t = useText();
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const first = dayIn(filterValues['start_date']);
  const last = dayIn(filterValues['end_date']);
  const isLast = source === 'end_date';
  const isReversed = isLast && first !== '' && last !== '' && last < first;
  const change = (chosen: string) =>
    changeFilters(({ [source]: _, ...others }) => (chosen === '' ? others : { ...others, [source]: chosen }));
  return (
    <Box sx={{ width: { xs: '100%', sm: 180 } }}>
      <DayField
        label={t(isLast ? 'audit.to' : 'audit.from')}
        value={isLast ? last : first}
        problem={isReversed ? t('audit.datesReversed') : ''}
        onChange={change}
      />
    </Box>
  );
}
