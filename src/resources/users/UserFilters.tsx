import { roleLabels, roles } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { FilterBar } from '../../ui/FilterBar';
import { FilterSelect } from '../../ui/FilterSelect';

export function UserFilters() {
  const t = useText();
  return (
    <FilterBar search={t('users.search')}>
      <FilterSelect
        source="role"
        label={t('resources.users.fields.role')}
        anyLabel={t('users.anyRole')}
        choices={roles.map((id) => ({ id, name: roleLabels[id] }))}
      />
      <FilterSelect
        source="is_active"
        label={t('users.activity')}
        anyLabel={t('users.anyActivity')}
        choices={[
          { id: true, name: t('users.active') },
          { id: false, name: t('users.disabled') },
        ]}
      />
      <FilterSelect
        source="has_student"
        label={t('users.link')}
        anyLabel={t('users.anyLink')}
        choices={[
          { id: true, name: t('users.linked') },
          { id: false, name: t('users.notLinked') },
        ]}
      />
    </FilterBar>
  );
}
