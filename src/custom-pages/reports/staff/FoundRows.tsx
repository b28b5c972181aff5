import { Skeleton, Stack, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Page } from '../../../dataProvider/reports';
import { PageTurner } from '../../../ui/list/PageTurner';
import { ErrorState } from '../../../ui/page/States';

const perPage = 10;

interface FoundRowsProps<R extends { id: number } | { key: string }> {
  /** The query, for the cache; another query starts at its first page. */
  question: readonly unknown[];
  read: (page: number, perPage: number) => Promise<Page<R> | null>;
  children: (rows: readonly R[]) => ReactNode;
  empty: string;
}

/** The rows of one page, and a pager. */
export function FoundRows<R extends { id: number } | { key: string }>({
  question,
  read,
  children,
  empty,
}: FoundRowsProps<R>) {
  const asked = JSON.stringify(question);
  const [turned, setTurned] = useState({ asked, page: 1 });
  const page = turned.asked === asked ? turned.page : 1;
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'found', ...question, page],
    queryFn: () => read(page, perPage),
    placeholderData: keepPreviousData,
    // New reports may be made while others search.
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
        onTurn={(to) => setTurned({ asked, page: to })}
      />
    </Stack>
  );
}
