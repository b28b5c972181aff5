import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { isLongText } from '../../../contract/rules/families/announcements';
import { t } from '../../i18n/text';
import { PlainText } from '../../ui/page/PlainText';

/** A long text shows its first lines until the reader unfolds it. Links are only text. */
export function AnnouncementText({ title, text }: { title: string; text: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === null) return null;
  if (!isLongText(text)) return <PlainText>{text}</PlainText>;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start' }}>
      <Box sx={isOpen ? {} : { display: '-webkit-box', ...folded }}>
        <PlainText>{text}</PlainText>
      </Box>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'announcements.hideTextOf' : 'announcements.showTextOf', { title })}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ px: 0, minWidth: 0 }}
      >
        {t(isOpen ? 'announcements.hideText' : 'announcements.showText')}
      </Button>
    </Box>
  );
}

const folded = { WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, overflow: 'hidden' } as const;
