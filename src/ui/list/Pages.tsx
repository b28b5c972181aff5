import Next from '@mui/icons-material/KeyboardArrowLeft';
import Previous from '@mui/icons-material/KeyboardArrowRight';
import { Box, IconButton, styled, type Theme, useMediaQuery } from '@mui/material';
import { useListPaginationContext, useTranslate } from 'react-admin';
import { LazyBoundary } from '../page/LazyBoundary';
import { lazyComponent } from '../page/lazyComponent';

const WidePages = lazyComponent(async () => ({ default: (await import('./LoadedTable')).WidePages }));

/** Pixels, the height of react-admin's pages. */
const height = 52;

/** The pages of a list. Only a wide window has the numbers of pages and the number of rows per page. */
export function Pages() {
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  if (isSmall) return <SmallPages />;
  return (
    <LazyBoundary fallback={<Box sx={{ height }} />}>
      <WidePages />
    </LazyBoundary>
  );
}

function SmallPages() {
  const translate = useTranslate();
  const { isPending, hasNextPage, page, perPage, total, setPage } = useListPaginationContext();
  const pageCount = total === undefined ? undefined : Math.ceil(total / perPage);
  if (isPending || total === 0 || page < 1 || (pageCount !== undefined && page > pageCount)) return null;
  const range = {
    offsetBegin: (page - 1) * perPage + 1,
    offsetEnd: total === undefined ? page * perPage : Math.min(total, page * perPage),
    total,
  };
  const isPartial = total === undefined && hasNextPage;
  const [previous, next] = [translate('ra.navigation.previous'), translate('ra.navigation.next')];
  return (
    <Bar>
      <p>{translate(`ra.navigation.${isPartial ? 'partial_page_range_info' : 'page_range_info'}`, range)}</p>
      <IconButton
        color="inherit"
        title={previous}
        aria-label={previous}
        disabled={page === 1}
        onClick={() => setPage(page - 1)}
      >
        <Previous />
      </IconButton>
      <IconButton
        color="inherit"
        title={next}
        aria-label={next}
        disabled={page === pageCount}
        onClick={() => setPage(page + 1)}
      >
        <Next />
      </IconButton>
    </Bar>
  );
}

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  minHeight: height,
  paddingInline: '16px 2px',
  overflow: 'auto',
  color: theme.palette.text.primary,
  [theme.breakpoints.up('sm')]: { paddingInlineStart: 24 },
  '& > p': { ...theme.typography.body2, flexShrink: 0, marginBlock: '1em', marginInlineEnd: 20 },
}));
