import MoreVert from '@mui/icons-material/MoreVert';
import {
  Box,
  Button,
  Card,
  CardActionArea,
  DialogActions,
  DialogContent,
  Stack,
  Typography,
} from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { memo, useRef, useState } from 'react';
import { nextPresence, type Presence } from '../../../contract/rules/attendance';
import { excusedAbsence } from '../../../contract/vocabulary';
import { describeExcuse } from '../../features/excuses/ExcuseMark';
import { useStudentText } from '../../i18n/gender';
import { type Text, t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden';
import { AbsenceNotes, isSameRow, type RegisterRowProps, type RegisterRowsProps } from './AbsenceNotes';

/** The register on a phone. A tap on a student gives the next presence, and no row changes its height. */
export function RegisterList({ rows, isTaken, onChange, isDisabled }: RegisterRowsProps) {
  const visibleRows = useFirstRows(rows);
  const [announcement, setAnnouncement] = useState('');
  return (
    <Box sx={{ position: 'relative' }}>
      {!isTaken && (
        <SecondaryText variant="caption" component="p" sx={{ mb: 0.5 }}>
          {t('absences.tapHint')}
        </SecondaryText>
      )}
      <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {visibleRows.map((row) => (
          <StudentCard
            key={row.studentId}
            row={row}
            onChange={onChange}
            onAnnounce={setAnnouncement}
            isDisabled={isDisabled}
          />
        ))}
      </Stack>
      {/* Many screen readers do not read the new name of a button that has the focus already. */}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Box>
  );
}

type StudentCardProps = RegisterRowProps & { onAnnounce: (announcement: string) => void };

const StudentCard = memo(function StudentCard({ row, onChange, onAnnounce, isDisabled }: StudentCardProps) {
  const { studentId, studentName, isAbsent, notes, excuse } = row;
  const text = useStudentText();
  const [hasNotesOpen, setNotesOpen] = useState(false);
  const lastNotes = useRef('');
  const changePresence = () => {
    const presence = nextPresence(row, lastNotes.current, excuse !== undefined);
    // Only a tap to present keeps the notes, so that the notes of a cancelled absence do not return.
    lastNotes.current = presence.isAbsent ? '' : notes;
    onChange(studentId, presence);
    onAnnounce(describeStudent(text, studentName, presence));
  };
  const { color, tint } = looks[findLook(row)];
  return (
    <Card
      component="li"
      data-student={studentId}
      sx={{ position: 'relative', ...(isAbsent && { borderColor: color, backgroundColor: tint }) }}
    >
      <CardActionArea
        aria-label={describeStudent(text, studentName, row)}
        disabled={isDisabled}
        onClick={changePresence}
        sx={nameStyles}
      >
        <Typography sx={{ fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' }}>
          {studentName}
        </Typography>
        <Typography
          variant="caption"
          component="p"
          noWrap
          sx={{ color, lineHeight: 1.5, fontWeight: isAbsent ? 700 : 500 }}
        >
          {[describePresence(text, row), excuse && describeExcuse(excuse)].filter(Boolean).join(' · ')}
        </Typography>
      </CardActionArea>
      {isAbsent && (
        <IconAction
          title={t('labels.notes')}
          label={t('absences.notesOf', { name: studentName })}
          aria-haspopup="dialog"
          disabled={isDisabled}
          onClick={() => setNotesOpen(true)}
          sx={notesButtonStyles}
        >
          <MoreVert />
        </IconAction>
      )}
      {hasNotesOpen && isAbsent && (
        <NotesDialog
          row={row}
          onChange={onChange}
          isDisabled={isDisabled}
          onClose={() => setNotesOpen(false)}
        />
      )}
    </Card>
  );
}, isSameRow);

/** The height has a line for the presence, so that an absence moves nothing. Two quick taps do not zoom. */
const nameStyles = {
  minHeight: 46,
  py: 0.25,
  paddingInlineStart: 1.5,
  paddingInlineEnd: '52px',
  touchAction: 'manipulation',
} as const;

/** The button lies over the end of the row, so that the name keeps its width. */
const notesButtonStyles = {
  position: 'absolute',
  insetInlineEnd: 4,
  insetBlockStart: 1,
  width: sizes.phoneTarget,
  height: sizes.phoneTarget,
} as const;

const looks = {
  present: { color: 'success.main', tint: undefined },
  excused: { color: 'info.main', tint: ({ colours }: Theme) => colours.infoTint },
  unexcused: { color: 'error.main', tint: ({ colours }: Theme) => colours.errorTint },
} as const;

const findLook = ({ isAbsent, type }: Presence) =>
  isAbsent ? (type === excusedAbsence ? 'excused' : 'unexcused') : 'present';

/** The type is the specification's term, which the wide register and the reports use too. */
const describePresence = (text: Text, { isAbsent, type, notes }: Presence) =>
  isAbsent ? [type ?? text('absences.absent'), notes].filter(Boolean).join(' · ') : text('absences.present');

const describeStudent = (text: Text, name: string, presence: Presence) =>
  t('absences.presenceOf', { name, presence: describePresence(text, presence) });

/** The notes are stored with each key, like every change of the register. */
function NotesDialog({ onClose, ...props }: RegisterRowProps & { onClose: () => void }) {
  return (
    <FormDialog isOpen title={props.row.studentName} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <DialogContent>
          <Typography sx={{ mb: 1.5 }}>{props.row.type}</Typography>
          <AbsenceNotes {...props} hasFocus />
        </DialogContent>
        <DialogActions>
          <Button type="submit" variant="contained">
            {t('absences.notesDone')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
