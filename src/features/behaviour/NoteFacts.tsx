import Praise from '@mui/icons-material/ThumbUpOutlined';
import Remark from '@mui/icons-material/ErrorOutlined';
import { Box, Chip, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { BehaviourNote } from '../../../contract/families/behaviourNotes';
import { noteKindNames, type NoteKind } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';

/** A praise is green. A remark has the colour of a hint and not of an error, because it is no offence. */
const looks = {
  praise: { icon: <Praise />, color: 'success' },
  remark: { icon: <Remark />, color: 'warning' },
} as const;

export const noteLook = (kind: NoteKind) => looks[kind];

type Content = Pick<BehaviourNote, 'kind' | 'category_name' | 'text'>;

/** The kind stands as an icon and a colour beside the category; a note without a category has its name. */
export const NoteMark = ({ note: { kind, category_name } }: { note: Content }) => (
  <Chip
    size="small"
    variant="outlined"
    icon={looks[kind].icon}
    color={looks[kind].color}
    label={category_name ?? noteKindNames[kind]}
    title={noteKindNames[kind]}
    sx={{ maxWidth: '100%', '& .MuiChip-label': { color: 'text.primary', fontWeight: 600 } }}
  />
);

export const NoteText = ({ note: { text } }: { note: Content }) =>
  text && (
    <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      <bdi>{text}</bdi>
    </Typography>
  );

export const NoteCounts = ({ counts }: { counts: { praise: number; remark: number } }) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2 }}>
    {(['praise', 'remark'] as const).map((kind) => (
      <Box
        key={kind}
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, '& svg': { fontSize: 18 } }}
      >
        <Box component="span" aria-hidden sx={{ display: 'inline-flex', color: `${looks[kind].color}.main` }}>
          {looks[kind].icon}
        </Box>
        {t(kind === 'praise' ? 'behaviour.praises' : 'behaviour.remarks', { smart_count: counts[kind] })}
      </Box>
    ))}
  </Box>
);

export function useNoteCategories() {
  const { behaviour } = useApi();
  return useQuery({
    queryKey: ['note-categories'],
    queryFn: async () => (await behaviour()).categories(),
  });
}
