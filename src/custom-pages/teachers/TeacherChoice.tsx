import { Box, Card, Chip, List, ListItem, ListItemButton, ListItemText, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../dataProvider/useApi';
import type { TeacherRow } from '../../dataProvider/people';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { teachers as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { PageTurner } from '../../ui/list/PageTurner';
import { SearchField } from '../../ui/list/SearchField';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';

interface TeacherChoiceProps {
  chosenId: number | null;
  onChoose: (teacher: TeacherRow) => void;
}

export function TeacherChoice({ chosenId, onChoose }: TeacherChoiceProps) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useTeachers(q, page);
  const search = (text: string) => {
    setQ(text);
    setPage(1);
  };
  if (error) return <ErrorState title={labels.teachersFailed} error={error} onRetry={refetch} />;
  if (isPending) return <LoadingState shape="rows" />;
  if (data.total === 0 && q === '') return <EmptyState title={labels.emptyTitle} text={labels.emptyText} />;
  return (
    <Card sx={{ p: 2 }}>
      <SearchField label={labels.search} q={q} onSearch={search} />
      {data.rows.length === 0 && (
        <Typography color="text.secondary" sx={{ mt: 2 }} role="status">
          {labels.noTeacherFound}
        </Typography>
      )}
      <List aria-label={t('menu.teachers')} sx={{ mt: 1 }}>
        {data.rows.map((teacher) => (
          <ListItem key={teacher.id} disablePadding>
            <ListItemButton
              selected={teacher.id === chosenId}
              aria-current={teacher.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(teacher)}
              sx={{ borderRadius: 1, minHeight: 48, py: 0, px: 1 }}
            >
              <ListItemText
                primary={<TeacherName teacher={teacher} />}
                secondary={<TeacherNote teacher={teacher} />}
                slotProps={{
                  primary: { sx: { lineHeight: 1.5 } },
                  secondary: { component: 'div', variant: 'body2' },
                }}
                sx={{ my: 0.25 }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      <PageTurner page={page} pages={Math.ceil(data.total / teachersPerPage)} onTurn={setPage} />
    </Card>
  );
}

function TeacherName({ teacher }: { teacher: TeacherRow }) {
  return (
    <>
      <bdi>{teacher.name}</bdi>{' '}
      {!teacher.is_active && <Chip size="small" variant="outlined" label={labels.disabled} />}
    </>
  );
}

function TeacherNote({ teacher }: { teacher: TeacherRow }) {
  const { email, subjects_count: subjects, hours } = teacher;
  const load =
    subjects !== undefined && hours !== undefined
      ? t('teachers.load', {
          subjects: t('counted.subjects', { smart_count: subjects }),
          hours: t('counted.hours', { smart_count: hours }),
        })
      : null;
  return (
    <Box sx={{ lineHeight: 1.5, overflowWrap: 'anywhere' }}>
      {load && `${load} · `}
      {email ? <bdi>{email}</bdi> : labels.noEmail}
    </Box>
  );
}

const teachersPerPage = 20;

function useTeachers(q: string, page: number) {
  const { teacherPage } = useApi();
  // The choice of the endpoint depends on the server's features.
  const isServerKnown = useServerFeatures().isOurs !== null;
  return useQuery({
    queryKey: ['users', 'teachers', q, page],
    queryFn: () => teacherPage({ q, from: (page - 1) * teachersPerPage, size: teachersPerPage }),
    enabled: isServerKnown,
    placeholderData: keepPreviousData,
  });
}
