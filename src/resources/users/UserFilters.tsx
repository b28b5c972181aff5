import { roleLabels, roles } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterSelect } from '../../ui/list/FilterSelect';

export function UserFilters() {
  const t = useText();
  const tellsOrphaned = useServerFeatures().hasField('users', 'is_orphaned');
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
      {tellsOrphaned && (
        <FilterSelect
          source="is_orphaned"
          label={t('users.orphanedFilter')}
          anyLabel={t('users.anyOrphaned')}
          choices={[{ id: true, name: t('users.orphaned') }]}
        />
      )}
    </FilterBar>
  );
}
