import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { StudentRow } from '../../../contract/students';
import type { User } from '../../../contract/users';
import type { Api } from '../../dataProvider';

/** The accounts that name these students while the students name none: a rare case, found by their user names. */
export function useNamingAccounts(students: readonly StudentRow[]): User[] {
  const { getList } = useDataProvider<Api>();
  const answers = useQueries({
    queries: students.flatMap(({ account_username: q }) =>
      q
        ? [
            {
              queryKey: ['users', 'naming', q],
              queryFn: () =>
                getList<User>('users', {
                  filter: { q, has_student: true },
                  sort: { field: 'id', order: 'ASC' },
                  pagination: { page: 1, perPage: 25 },
                }),
            },
          ]
        : [],
    ),
  });
  return answers.flatMap(({ data }) => data?.data ?? []);
}
