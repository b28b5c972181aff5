import { Box, Button, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { keys as say } from '../i18n/ar/keys';
import { t } from '../i18n/text';
import { Dialog } from '../ui/dialog/Dialog';
import { isDialogOpen, isTypingIn } from '../ui/page/shortcut';
import { useWindowEvent } from '../ui/page/useWindowEvent';

type Group = readonly [title: string, keys: readonly (readonly [keys: string, does: string])[]];

const groups: readonly Group[] = [
  [
    say.everywhere,
    [
      ['Ctrl+K', say.search],
      ['Ctrl+S', say.save],
      ['Ctrl+Z', say.undo],
      ['Esc', say.close],
      ['?', say.list],
    ],
  ],
  [
    say.ofGrades,
    [
      ['Enter', say.nextStudent],
      ['F2', say.editCell],
      ['Ctrl+C · Ctrl+V', say.copy],
      ['Ctrl+D', say.fillDown],
      ['Ctrl+Z · Ctrl+Y', say.undoMark],
    ],
  ],
  [
    say.ofRecords,
    [
      ['Enter', say.nextStudent],
      ['F2', say.mushaf],
      ['F4', say.faults],
      ['Alt+Enter', say.carryOn],
    ],
  ],
  [
    say.ofDates,
    [
      ['Alt+↓', say.calendar],
      ['PgUp · PgDn', say.month],
      ['Shift+PgUp · Shift+PgDn', say.year],
    ],
  ],
];

/** In these elements a person types marks, and may type this character. */
const isTypedInto = (target: EventTarget | null) =>
  isTypingIn(target) ||
  (target instanceof Element && target.closest('[role="gridcell"]:not([aria-readonly="true"])') !== null);

/** The list of keyboard shortcuts, opened by `?`, also on an Arabic keyboard. */
export default function KeysDialog() {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  useWindowEvent('keydown', (event) => {
    const isAsked = event.key === '?' || event.key === say.arabicQuestionMark;
    if (!isAsked || event.ctrlKey || event.metaKey || isTypedInto(event.target) || isDialogOpen()) return;
    event.preventDefault();
    setIsOpen(true);
  });
  const close = () => setIsOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{say.title}</DialogTitle>
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
                {keys.map(([names, does]) => (
                  <Box key={names} sx={{ display: 'contents' }}>
                    <dt>
                      <kbd dir="ltr">{names}</kbd>
                    </dt>
                    <Typography component="dd" sx={{ m: 0 }}>
                      {does}
                    </Typography>
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
        <Typography color="text.secondary" sx={{ mt: 2 }}>
          {say.absent}
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
