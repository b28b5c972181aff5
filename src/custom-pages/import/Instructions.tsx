import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { importHelp } from '../../i18n/ar/importsEnd';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';

const { tips, steps, order, rules, trouble } = importHelp;

/** How to import, in which order, and what to do where a link does not work. */
export function Instructions({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <FormDialog isOpen title={t('imports.instructions')} onClose={onClose}>
      {/* What scrolls must be reached by keyboard. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2.5}>
          <Chapter
            title={steps.title}
            isNumbered
            lines={[steps.choose, steps.map, steps.preview, steps.import]}
          />
          <Chapter title={order.title} lines={[order.text]} />
          <Chapter title={t('imports.tipsTitle')} lines={Object.values(tips)} />
          <Chapter title={rules.title} lines={[rules.update, rules.required, rules.absent, rules.total]} />
          <Chapter
            title={trouble.title}
            lines={[trouble.access, trouble.csv, trouble.headers, trouble.garbled]}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

interface ChapterProps {
  title: string;
  lines: readonly string[];
  isNumbered?: boolean;
}

const Chapter = ({ title, lines, isNumbered = false }: ChapterProps) => (
  <section>
    <Typography variant="h3">{title}</Typography>
    {lines.length === 1 ? (
      <Typography>{lines[0]}</Typography>
    ) : (
      <Box component={isNumbered ? 'ol' : 'ul'} sx={{ m: 0, ps: 3 }}>
        {lines.map((line) => (
          <Typography component="li" key={line}>
            {line}
          </Typography>
        ))}
      </Box>
    )}
  </section>
);
