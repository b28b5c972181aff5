import { Skeleton, Stack, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Page } from '../../../dataProvider/reports';
import { PageTurner } from '../../../ui/list/PageTurner';
import { ErrorState } from '../../../ui/page/States';

const perPage = 10;

interface PagedRowsProps<R extends { id: number } | { key: string }> {
  /** A new key starts at its first page. */
  queryKey: readonly unknown[];
  loadPage: (page: number, perPage: number) => Promise<Page<R> | null>;
  children: (rows: readonly R[]) => ReactNode;
  empty: string;
}

export function PagedRows<R extends { id: number } | { key: string }>({
  queryKey,
  loadPage,
  children,
  empty,
}: PagedRowsProps<R>) {
  const key = JSON.stringify(queryKey);
  const [position, setPosition] = useState({ key, page: 1 });
  const page = position.key === key ? position.page : 1;
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'found', ...queryKey, page],
    queryFn: () => loadPage(page, perPage),
    placeholderData: keepPreviousData,
    // Other users may create reports at the same time.
    staleTime: 0,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton variant="rounded" height={280} />;
  if (data === null || data.rows.length === 0)
    return (
      <Typography color="text.secondary" role="status">
        {empty}
      </Typography>
    );
  return (
    <Stack spacing={1}>
      {children(data.rows)}
      <PageTurner
        page={page}
        pages={Math.ceil(data.total / perPage)}
        onTurn={(to) => setPosition({ key, page: to })}
      />
    </Stack>
  );
}
