import { Box, Button, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { type PlainTextKey, t } from '../i18n/text';
import { Dialog } from '../ui/dialog/Dialog';
import { isDialogOpen, isTypingIn } from '../ui/page/shortcut';

type Group = readonly [title: PlainTextKey, keys: readonly (readonly [keys: string, does: PlainTextKey])[]];

const groups: readonly Group[] = [
  [
    'keys.everywhere',
    [
      ['Ctrl+K', 'keys.search'],
      ['Ctrl+S', 'keys.save'],
      ['Ctrl+Z', 'keys.undo'],
      ['Esc', 'keys.close'],
      ['?', 'keys.list'],
    ],
  ],
  [
    'keys.ofGrades',
    [
      ['Enter', 'keys.nextStudent'],
      ['F2', 'keys.editCell'],
      ['Ctrl+C · Ctrl+V', 'keys.copy'],
      ['Ctrl+D', 'keys.fillDown'],
      ['Ctrl+Z · Ctrl+Y', 'keys.undoMark'],
    ],
  ],
  [
    'keys.ofRecords',
    [
      ['Enter', 'keys.nextStudent'],
      ['F2', 'keys.mushaf'],
      ['F4', 'keys.faults'],
      ['Alt+Enter', 'keys.carryOn'],
    ],
  ],
  [
    'keys.ofDates',
    [
      ['Alt+↓', 'keys.calendar'],
      ['PgUp · PgDn', 'keys.month'],
      ['Shift+PgUp · Shift+PgDn', 'keys.year'],
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
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked = event.key === '?' || event.key === t('keys.arabicQuestionMark');
      if (!isAsked || event.ctrlKey || event.metaKey || isTypedInto(event.target) || isDialogOpen()) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const close = () => setIsOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{t('keys.title')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {groups.map(([title, keys]) => (
            <Box component="section" key={title}>
              <Typography variant="h3" sx={{ mb: 1 }}>
                {t(title)}
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
                      {t(does)}
                    </Typography>
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
        <Typography color="text.secondary" sx={{ mt: 2 }}>
          {t('keys.absent')}
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
