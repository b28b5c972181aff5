import Guardian from '@mui/icons-material/FamilyRestroomOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Typography } from '@mui/material';
import type { BehaviourNote } from '../../../contract/families/behaviourNotes';
import { hijriDate } from '../../../contract/rules/hijri';
import { NoteMark, NoteText } from '../../features/behaviour/NoteFacts';
import { t } from '../../i18n/text';
import { IconAction } from '../../ui/page/IconAction';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface NoteRowProps {
  note: BehaviourNote;
  onEdit: () => void;
}

export function NoteRow({ note, onEdit }: NoteRowProps) {
  const { student_row_id, student_name, batch_name, date, author, for_guardians, can_change } = note;
  const day = hijriDate(date);
  return (
    <Box component="li" data-record="" sx={rowStyle}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
          <Typography component="h2" sx={{ fontWeight: 600, lineHeight: 1.5, overflowWrap: 'anywhere' }}>
            <RecordLink to={`/students/${student_row_id}/show`} name={student_name} />
          </Typography>
          <NoteMark note={note} />
        </Box>
        <NoteText note={note} />
        <SecondaryText variant="caption" component="div" sx={factsStyle}>
          <time dateTime={date}>
            <bdi>{day}</bdi>
          </time>
          {batch_name && <bdi>{batch_name}</bdi>}
          <span>{t('behaviour.by', { author })}</span>
          {for_guardians && (
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
              <Guardian aria-hidden sx={{ fontSize: 16 }} />
              {t('behaviour.forGuardians')}
            </Box>
          )}
        </SecondaryText>
      </Box>
      {can_change && (
        <IconAction
          title={t('behaviour.edit')}
          label={t('behaviour.editOf', { name: student_name, day })}
          aria-haspopup="dialog"
          onClick={onEdit}
        >
          <Edit />
        </IconAction>
      )}
    </Box>
  );
}

const rowStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  px: { xs: 1.5, sm: 2 },
  py: { xs: 1.25, sm: 1.5 },
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;

const factsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  '& > :not(:last-child)::after': { content: '" · "', whiteSpace: 'pre' },
} as const;
