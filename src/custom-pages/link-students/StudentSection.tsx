import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useGetList } from 'react-admin';
import type { StudentRow } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { PageTurner } from '../../ui/list/PageTurner';
import { SearchField } from '../../ui/list/SearchField';
import { ErrorState } from '../../ui/page/States';

const perPage = 10;

interface StudentSectionProps {
  /** Also the id of the heading. */
  name: string;
  title: string;
  search: string;
  filter: Record<string, unknown>;
  /** When there is nobody at all. */
  empty: string;
  /** A narrowing of this list, beside the search box. */
  narrowing?: ReactNode;
  children: (students: readonly StudentRow[]) => ReactNode;
}

/** One of the two lists, paged and searchable. */
export function StudentSection(props: StudentSectionProps) {
  const { name, title, search, filter, empty, narrowing, children } = props;
  const t = useText();
  const [{ q, page }, setAsked] = useState({ q: '', page: 1 });
  const {
    data,
    total = 0,
    error,
    isPending,
    refetch,
  } = useGetList<StudentRow>(
    'students',
    {
      filter: { ...filter, ...(q === '' ? {} : { q }) },
      sort: { field: 'full_name', order: 'ASC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const pages = Math.ceil(total / perPage);
  // The last of a page may just have gone to the other list.
  if (!isPending && pages > 0 && page > pages) setAsked({ q, page: pages });
  const titleId = `${name}-title`;
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 1.5 }}>
        {title} {data && <bdi className="figure">({total.toLocaleString('en')})</bdi>}
      </Typography>
      <Stack spacing={1}>
        <SearchField label={search} q={q} onSearch={(text) => setAsked({ q: text, page: 1 })} />
        {narrowing}
        {error && <ErrorState title={t('links.loadFailed')} error={error} onRetry={() => void refetch()} />}
        {isPending && <Waiting />}
        {data && data.length === 0 && !error && (
          <Typography role="status" color="text.secondary">
            {q === '' ? empty : t('links.noneFound')}
          </Typography>
        )}
        {data && data.length > 0 && (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {children(data)}
          </Stack>
        )}
        <PageTurner page={page} pages={pages} onTurn={(next) => setAsked({ q, page: next })} />
      </Stack>
    </Card>
  );
}
