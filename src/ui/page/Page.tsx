import { Box, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text';

interface PageProps {
  title: string;
  /** One line that says what the page is for. */
  subtitle?: ReactNode;
  /** On the same line: what the screen is about, and how that is changed. */
  context?: ReactNode;
  /** The one main action, at the far end; lesser ones before it. */
  action?: ReactNode;
  /** Small equal figures over the content. */
  cards?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: title, subtitle, main action; cards; filter bar; content. */
export function Page({ title, subtitle, context, action, cards, filters, children }: PageProps) {
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={{ minWidth: 0 }}>
      <title>{`${title} · ${t('shell.product')}`}</title>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{
          justifyContent: 'space-between',
          alignItems: { xs: 'stretch', sm: context ? 'center' : 'flex-start' },
          flexWrap: { sm: 'wrap', lg: 'nowrap' },
          gap: { xs: context ? 1 : 2, sm: 2 },
        }}
      >
        <Box sx={{ minWidth: 0, ...(context && { flexShrink: 0, maxWidth: '100%' }) }}>
          <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {subtitle && <Typography color="text.secondary">{subtitle}</Typography>}
        </Box>
        {context && (
          <Box className="no-print" sx={{ minWidth: 0, flex: { sm: '1 1 24rem' } }}>
            {context}
          </Box>
        )}
        {action && (
          <Stack
            direction="row"
            className="no-print"
            sx={{ gap: 1, flexShrink: 0, flexWrap: 'wrap', '& > *': { flexGrow: { xs: 1, sm: 0 } } }}
          >
            {action}
          </Stack>
        )}
      </Stack>
      {cards}
      {filters && <Box className="no-print">{filters}</Box>}
      {children}
    </Stack>
  );
}
