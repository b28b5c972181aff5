import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { lazy, type Ref, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useText } from '../../i18n/useText';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { GradeEntry } from './GradeEntry';
import type { GradeGridHandle } from './GradeGrid';
import type { SheetRow } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';

const loadGrid = () => import('./GradeGrid');
const GradeGrid = lazy(loadGrid);

interface SheetContentProps {
  sheet: GradeSheet;
  rows: readonly SheetRow[];
  subjectName: string;
  grid: Ref<GradeGridHandle>;
  onHistory: (row: SheetRow) => void;
}

/** The marks: a grid, on phones cards; or what stands in their place. */
export function SheetContent({ sheet, rows, subjectName, grid, onHistory }: SheetContentProps) {
  const t = useText();
  const isPhone = useIsPhone();
  useEffect(() => {
    // It comes while the marks are read, not after them.
    if (!isPhone) void loadGrid();
  }, [isPhone]);
  if (sheet.status === 'none')
    return <EmptyState title={t('grades.chooseTitle')} text={t('grades.chooseText')} />;
  if (sheet.status === 'failed')
    return <ErrorState title={t('grades.loadFailed')} error={sheet.error} onRetry={sheet.reload} />;
  if (sheet.status === 'loading') return <SheetSkeleton />;
  if (sheet.rows.length === 0)
    return (
      <EmptyState
        title={t('grades.emptyTitle')}
        text={t('grades.emptyText')}
        action={
          <Button component={Link} to="/students" variant="outlined">
            {t('grades.toStudents')}
          </Button>
        }
      />
    );
  if (rows.length === 0)
    return <EmptyState title={t('grades.noMatchTitle')} text={t('grades.noMatchText')} />;
  if (isPhone) return <GradeEntry sheet={sheet} rows={rows} onHistory={onHistory} />;
  return (
    <Suspense fallback={<SheetSkeleton />}>
      <GradeGrid
        ref={grid}
        sheet={sheet}
        rows={rows}
        label={t('grades.gridLabel', { subject: subjectName })}
        onHistory={onHistory}
      />
    </Suspense>
  );
}

/** The header of the grid and as many rows as fit a screen. */
function SheetSkeleton() {
  const t = useText();
  return (
    <Stack spacing={0.5} role="status" aria-label={t('ui.loading')}>
      <Skeleton variant="rounded" height={48} />
      {[...Array(9).keys()].map((row) => (
        <Skeleton key={row} variant="rounded" height={38} />
      ))}
    </Stack>
  );
}
