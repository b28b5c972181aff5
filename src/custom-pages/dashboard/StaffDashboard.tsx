import Groups from '@mui/icons-material/GroupsOutlined';
import LibraryBooks from '@mui/icons-material/LibraryBooksOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useResourceDefinitions } from 'react-admin';
import { mayOpen } from '../../dataProvider/access';
import { useSession } from '../../dataProvider/session';
import { type PlainTextKey, useText } from '../../i18n/useText';
import { Page } from '../../ui/Page';
import { StatCard, StatCards } from '../../ui/StatCard';
import { ErrorState } from '../../ui/States';

interface Figure {
  resource: string;
  label: PlainTextKey;
  icon: ReactNode;
  filter?: Record<string, unknown>;
}

const figures: readonly Figure[] = [
  { resource: 'programs', label: 'dashboard.programs', icon: <MenuBook /> },
  { resource: 'batches', label: 'dashboard.activeBatches', icon: <School />, filter: { is_active: true } },
  { resource: 'students', label: 'dashboard.students', icon: <Groups /> },
  { resource: 'subjects', label: 'dashboard.subjects', icon: <LibraryBooks /> },
];

/** The institute in four figures; each leads to the list behind it. */
export function StaffDashboard() {
  const t = useText();
  const user = useSession()?.user;
  const definitions = useResourceDefinitions();
  const totals = useTotals();
  const failed = totals.find(({ error }) => error);
  return (
    <Page
      title={t('dashboard.title')}
      quiet={t('dashboard.quiet')}
      cards={
        <StatCards>
          {figures.map(({ resource, label, icon, filter }, index) => {
            const isOpen = definitions[resource]?.hasList && user && mayOpen(user.role, `/${resource}`);
            return (
              <StatCard
                key={resource}
                label={t(label)}
                icon={icon}
                value={totals[index]?.data}
                {...(isOpen ? { to: pathOf(resource, filter) } : {})}
              />
            );
          })}
        </StatCards>
      }
    >
      {failed && (
        <ErrorState
          title={t('dashboard.loadFailed')}
          error={failed.error}
          onRetry={() => {
            for (const { refetch } of totals) void refetch();
          }}
        />
      )}
    </Page>
  );
}

/** The length of each list, without its rows. */
function useTotals() {
  const dataProvider = useDataProvider();
  const onlyTotal = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;
  return useQueries({
    queries: figures.map(({ resource, filter = {} }) => ({
      queryKey: [resource, 'total', filter],
      queryFn: async () => (await dataProvider.getList(resource, { ...onlyTotal, filter })).total ?? 0,
    })),
  });
}

const pathOf = (resource: string, filter?: Record<string, unknown>) =>
  filter ? `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}` : `/${resource}`;
