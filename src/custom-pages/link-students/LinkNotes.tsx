import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';

const notes = ['needed', 'password', 'change', 'twoWay', 'unlink'] as const;

/** What a link is, and how a new account gets its password. */
export function LinkNotes() {
  const t = useText();
  return (
    <Card component="section" aria-labelledby="link-notes" sx={{ p: 2 }}>
      <Typography id="link-notes" variant="h3" component="h2">
        {t('links.notesTitle')}
      </Typography>
      <ul style={{ marginBlock: 8, paddingInlineStart: 24 }}>
        {notes.map((note) => (
          <Typography component="li" key={note} variant="body2" color="text.secondary">
            {t(`links.notes.${note}`)}
          </Typography>
        ))}
      </ul>
    </Card>
  );
}
