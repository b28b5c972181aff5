import Add from '@mui/icons-material/Add';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BehaviourNote } from '../../../contract/families/behaviourNotes';
import { hijriDate } from '../../../contract/rules/hijri';
import { useApi } from '../../dataProvider/useApi';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ListRow } from '../../ui/list/ListRow';
import { LinkButton } from '../../ui/page/LinkButton';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { NoteCounts, NoteMark, NoteText } from './NoteFacts';
import type { NotedStudent } from './StudentsField';

const NoteDialog = lazyDialog(() => import('./NoteDialog'));

const maxNotes = 4;

/** The newest notes on the student. A teacher of others has none, and cannot add one. */
export function BehaviourPanel({ student }: { student: NotedStudent }) {
  const { behaviour } = useApi();
  const text = useStudentText();
  const [opened, setOpened] = useState<{ note: BehaviourNote | null } | null>(null);
  const { student_id } = student;
  const { data, error, refetch } = useQuery({
    queryKey: ['behaviour-notes', 'of student', student_id],
    queryFn: async () => {
      const calls = await behaviour();
      const [rows, counts] = await Promise.all([
        calls.newest(student_id, maxNotes),
        calls.summary({ student_id }),
      ]);
      return { rows, counts };
    },
  });
  const total = data ? data.counts.praise + data.counts.remark : 0;
  const close = () => setOpened(null);
  const ofStudent = new URLSearchParams({ filter: JSON.stringify({ student_id }) });
  return (
    <Panel title={t('behaviour.title')} isOnScreenOnly>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 44 }}>
        <Typography variant="body2" component="div" sx={{ flex: 1 }}>
          {data && (total > 0 ? <NoteCounts counts={data.counts} /> : text('behaviour.none'))}
          {!data && !error && <Skeleton width="60%" />}
        </Typography>
        <Button variant="outlined" startIcon={<Add />} onClick={() => setOpened({ note: null })}>
          {t('behaviourForm.add')}
        </Button>
      </Box>
      {error && !data && (
        <ErrorState title={t('behaviour.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data && data.rows.length > 0 && (
        <Box
          component="ul"
          aria-label={t('behaviour.listName')}
          sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}
        >
          {data.rows.map((note) => (
            <ListRow
              key={note.id}
              action={
                note.can_change && (
                  <Button
                    size="small"
                    aria-haspopup="dialog"
                    aria-label={t('behaviour.editOf', { name: student.name, day: hijriDate(note.date) })}
                    onClick={() => setOpened({ note })}
                  >
                    {t('behaviour.edit')}
                  </Button>
                )
              }
            >
              <NoteMark note={note} />
              <NoteText note={note} />
              <SecondaryText variant="caption" component="div">
                <time dateTime={note.date}>
                  <bdi>{hijriDate(note.date)}</bdi>
                </time>
                {' · '}
                {t('behaviour.by', { author: note.author })}
              </SecondaryText>
            </ListRow>
          ))}
        </Box>
      )}
      {data && total > data.rows.length && (
        <LinkButton to={`/behaviour?${ofStudent}`} label={text('behaviour.all')} />
      )}
      {opened?.note && <NoteDialog stored={opened.note} onClose={close} />}
      {opened && !opened.note && <NoteDialog student={student} onClose={close} />}
    </Panel>
  );
}
