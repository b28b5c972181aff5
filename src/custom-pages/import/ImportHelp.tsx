import Lightbulb from '@mui/icons-material/LightbulbOutlined';
import { Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import { importHelp } from '../../i18n/ar/import/importExamples';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';

/** Spec 2 §2 lists these tips. */
export function Tips() {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ color: 'text.secondary' }}>
      <Typography
        id={titleId}
        variant="h3"
        component="h2"
        sx={{ display: 'flex', gap: 1, alignItems: 'center', color: 'text.primary' }}
      >
        <Lightbulb aria-hidden fontSize="small" sx={{ color: 'secondary.main' }} />
        {t('imports.tipsTitle')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, ps: 2.5 }}>
        {Object.entries(importHelp.tips).map(([key, tip]) => (
          <Typography component="li" variant="body2" key={key}>
            {tip}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

const { tips, steps, order, rules, trouble } = importHelp;

export function Instructions({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog isOpen title={t('imports.instructions')} onClose={onClose}>
      {/* The keyboard must reach a scrollable area. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2.5}>
          <Chapter
            title={steps.title}
            isNumbered
            lines={[steps.choose, steps.map, steps.preview, steps.import]}
          />
          <Chapter title={order.title} lines={[order.text]} />
          <Chapter title={t('imports.tipsTitle')} lines={Object.values(tips)} />
          <Chapter
            title={rules.title}
            lines={[rules.update, rules.required, rules.absent, rules.total, rules.accounts]}
          />
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
