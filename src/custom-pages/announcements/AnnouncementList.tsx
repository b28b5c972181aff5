import Edit from '@mui/icons-material/EditOutlined';
import PushPin from '@mui/icons-material/PushPinOutlined';
import { Box, Card, Chip, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Announcement } from '../../../contract/families/announcements';
import { hijriDateWithoutYear } from '../../../contract/rules/hijri';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { AnnouncementText, pinnedEdge } from '../../features/announcements/AnnouncementText';
import { textFor } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { DeleteAction, IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';

const AnnouncementDialog = lazyDialog(() => import('./AnnouncementDialog'));

export function AnnouncementList({ rows }: { rows: readonly Announcement[] }) {
  const [edited, setEdited] = useState<Announcement | null>(null);
  return (
    <>
      <Box
        component="ul"
        aria-label={t('announcements.listName')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {rows.map((row) => (
          <AnnouncementCard key={row.id} announcement={row} onEdit={() => setEdited(row)} />
        ))}
      </Box>
      {edited && <AnnouncementDialog stored={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface AnnouncementCardProps {
  announcement: Announcement;
  onEdit: () => void;
}

function AnnouncementCard({ announcement, onEdit }: AnnouncementCardProps) {
  const { title, text, section, is_pinned, role, author, can_change } = announcement;
  const { remove, isRemoving } = useRemoval(announcement);
  return (
    <Card
      component="li"
      sx={{
        p: { xs: 1.5, sm: 2 },
        ...(is_pinned && pinnedEdge),
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Typography
          component="h2"
          sx={{ flex: 1, minWidth: 0, fontWeight: 700, lineHeight: 1.6, overflowWrap: 'anywhere' }}
        >
          <bdi>{title}</bdi>
        </Typography>
        {can_change && (
          <Box sx={{ display: 'flex', mt: -1, marginInlineEnd: -1 }}>
            <IconAction
              title={t('announcements.edit')}
              label={t('announcements.editOf', { title })}
              color="primary"
              onClick={onEdit}
            >
              <Edit fontSize="small" />
            </IconAction>
            <DeleteAction
              label={t('announcements.deleteOf', { title })}
              disabled={isRemoving}
              onClick={() => remove()}
            />
          </Box>
        )}
      </Box>
      <AnnouncementText title={title} text={text}>
        {is_pinned && (
          <Chip
            size="small"
            color="secondary"
            variant="outlined"
            icon={<PushPin />}
            label={t('announcements.pinned')}
          />
        )}
        <Chip size="small" label={describePlace(announcement)} sx={{ maxWidth: '100%' }} />
        {role && (
          <Chip size="small" variant="outlined" label={textFor(section)(`announcements.roles.${role}`)} />
        )}
        <SecondaryText variant="caption">
          {t('announcements.by', { author })} · <End until={announcement.until} />
        </SecondaryText>
      </AnnouncementText>
    </Card>
  );
}

function End({ until }: { until: string }) {
  const today = useToday();
  if (until === today) return t('announcements.untilToday');
  return t(until < today ? 'announcements.over' : 'announcements.until', {
    day: hijriDateWithoutYear(until),
  });
}

function describePlace(announcement: Announcement): string {
  const { section, program_name, batch_name, circle_name, circle_batch_name } = announcement;
  if (circle_name !== null) {
    const circle = t('announcements.readers.circle', { name: circle_name });
    return t('announcements.ofBatch', { circle, batch: circle_batch_name ?? '' });
  }
  if (batch_name !== null) return t('announcements.readers.batch', { name: batch_name });
  if (program_name !== null) return t('announcements.readers.program', { name: program_name });
  return t(`announcements.readers.${section ?? 'all'}`);
}

/** Without a question, because the toast undoes it. */
function useRemoval({ id }: Announcement) {
  const { announcements } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await announcements()).remove(id),
    onSuccess: (answer) => notifyDone(answer.message, answer),
    onError: (problem) => notifyProblem(problem, t('announcements.deleteFailed')),
  });
  return { remove: mutate, isRemoving: isPending };
}
