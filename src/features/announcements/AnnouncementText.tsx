import { Box, Button, type Theme } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { isLongText } from '../../../contract/rules/families/announcements';
import { t } from '../../i18n/text';
import { PlainText } from '../../ui/page/PlainText';

interface AnnouncementTextProps {
  title: string;
  text: string | null;
  /** The line below the text. The button of a long text is at its end. */
  children: ReactNode;
}

/** A long text shows its first lines until the reader unfolds it. Links are only text. */
export function AnnouncementText({ title, text, children }: AnnouncementTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isFoldable = text !== null && isLongText(text);
  return (
    <>
      {text !== null && (
        <Box sx={isFoldable && !isOpen ? folded : {}}>
          <PlainText>{text}</PlainText>
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mt: 0.5 }}>
        {children}
        {isFoldable && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'announcements.hideTextOf' : 'announcements.showTextOf', { title })}
            onClick={() => setIsOpen(!isOpen)}
            sx={{ marginInlineStart: 'auto' }}
          >
            {t(isOpen ? 'announcements.hideText' : 'announcements.showText')}
          </Button>
        )}
      </Box>
    </>
  );
}

const folded = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
} as const;

/** The mark of a pinned announcement. */
export const pinnedEdge = {
  borderInlineStartWidth: 4,
  borderInlineStartStyle: 'solid',
  borderInlineStartColor: ({ palette }: Theme) => palette.secondary.main,
} as const;
