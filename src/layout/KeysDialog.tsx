import { Box, Button, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { keys as labels } from '../i18n/ar/keys';
import { t } from '../i18n/text';
import { Dialog } from '../ui/dialog/Dialog';
import { isDialogOpen, isTypingIn } from '../ui/page/shortcut';
import { useWindowEvent } from '../ui/page/useWindowEvent';

type Group = readonly [title: string, keys: readonly (readonly [combination: string, action: string])[]];

const groups: readonly Group[] = [
  [
    labels.everywhere,
    [
      ['Ctrl+K', labels.search],
      ['Ctrl+S', labels.save],
      ['Ctrl+Z', labels.undo],
      ['Esc', labels.close],
      ['?', labels.list],
    ],
  ],
  [
    labels.ofGrades,
    [
      ['Enter', labels.nextStudent],
      ['F2', labels.editCell],
      ['Ctrl+C · Ctrl+V', labels.copy],
      ['Ctrl+D', labels.fillDown],
      ['Ctrl+Z · Ctrl+Y', labels.undoMark],
    ],
  ],
  [
    labels.ofRecords,
    [
      ['Enter', labels.nextStudent],
      ['F2', labels.mushaf],
      ['F4', labels.faults],
      ['Alt+Enter', labels.carryOn],
    ],
  ],
  [
    labels.ofDates,
    [
      ['Alt+↓', labels.calendar],
      ['PgUp · PgDn', labels.month],
      ['Shift+PgUp · Shift+PgDn', labels.year],
    ],
  ],
];

/** In these elements the key `?` types a character, or edits a mark. */
const isTextEntry = (target: EventTarget | null) =>
  isTypingIn(target) ||
  (target instanceof Element && target.closest('[role="gridcell"]:not([aria-readonly="true"])') !== null);

/** The key `?` opens this dialog, also on an Arabic keyboard. */
export default function KeysDialog() {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  useWindowEvent('keydown', (event) => {
    const isQuestionMark = event.key === '?' || event.key === labels.arabicQuestionMark;
    if (!isQuestionMark || event.ctrlKey || event.metaKey || isTextEntry(event.target) || isDialogOpen())
      return;
    event.preventDefault();
    setIsOpen(true);
  });
  const close = () => setIsOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{labels.title}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {groups.map(([title, keys]) => (
            <Box component="section" key={title}>
              <Typography variant="h3" sx={{ mb: 1 }}>
                {title}
              </Typography>
              <Box
                component="dl"
                sx={{ m: 0, display: 'grid', columnGap: 2, rowGap: 0.5, gridTemplateColumns: 'auto 1fr' }}
              >
                {keys.map(([combination, action]) => (
                  <Box key={combination} sx={{ display: 'contents' }}>
                    <dt>
                      <kbd dir="ltr">{combination}</kbd>
                    </dt>
                    <Typography component="dd" sx={{ m: 0 }}>
                      {action}
                    </Typography>
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
        <Typography color="text.secondary" sx={{ mt: 2 }}>
          {labels.absent}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
