import {
  Box,
  Button,
  ButtonBase,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { ayahFromNumber, ayahName, pageOf } from '../../../contract/rules/mushaf';
import { describePosition, surahName } from '../../../contract/rules/mushafText';
import { t } from '../../i18n/text';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { Dialog } from '../../ui/dialog/Dialog';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { Isolated } from '../../ui/page/Isolated';

interface AyahDialogProps {
  title: string;
  /** Ayah numbers in the mushaf, ascending. */
  ayahs: readonly number[];
  /** Surah and ayah, such as `2:5`. */
  current: string | null;
  header?: ReactNode;
  actions?: ReactNode;
  onChoose: (ayah: string) => void;
  onClose: () => void;
}

export function AyahDialog({ title, ayahs, current, header, actions, onChoose, onClose }: AyahDialogProps) {
  const id = useId();
  const isPhone = useIsPhone();
  const content = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupByPage(ayahs), [ayahs]);
  useEffect(() => {
    content.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView?.({ block: 'center' });
  }, [current]);
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {header && <Box sx={{ px: 3, pb: 1 }}>{header}</Box>}
      <DialogContent ref={content} dividers tabIndex={-1}>
        {groups.map(({ key, label, positions }) => (
          <Box key={key} role="group" aria-label={label} sx={{ mb: 1.5 }}>
            <Typography variant="body2" aria-hidden sx={{ color: 'text.secondary', mb: 0.5 }}>
              {label}
            </Typography>
            <Box sx={gridStyles}>
              {positions.map((position) => (
                <ButtonBase
                  key={ayahName(position)}
                  aria-label={describePosition(position)}
                  aria-pressed={ayahName(position) === current}
                  onClick={() => onChoose(ayahName(position))}
                  sx={cellStyles}
                >
                  <Isolated>{position.ayah}</Isolated>
                </ButtonBase>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {actions}
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const gridStyles = { display: 'grid', gap: 0.5, gridTemplateColumns: 'repeat(auto-fill, minmax(48px, 1fr))' };
const cellStyles = {
  minHeight: 48,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontFamily: 'inherit',
  fontSize: '1rem',
  '&[aria-pressed="true"]': {
    backgroundColor: 'primary.main',
    color: 'primary.contrastText',
    borderColor: 'primary.main',
    fontWeight: 700,
  },
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
};

function groupByPage(ayahs: readonly number[]) {
  const groups: { key: string; label: string; positions: { surah: number; ayah: number }[] }[] = [];
  for (const number of ayahs) {
    const position = ayahFromNumber(number);
    if (!position) continue;
    const page = pageOf(position);
    const key = `${page} ${position.surah}`;
    const lastGroup = groups.at(-1);
    if (lastGroup?.key === key) lastGroup.positions.push(position);
    else
      groups.push({
        key,
        label: `${labels.page(page)} · ${surahName(position.surah)}`,
        positions: [position],
      });
  }
  return groups;
}
