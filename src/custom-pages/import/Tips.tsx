import Lightbulb from '@mui/icons-material/LightbulbOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { importHelp } from '../../i18n/ar/importsEnd';
import { useText } from '../../i18n/useText';

/** What a file must be like; spec 2 §2. */
export function Tips() {
  const t = useText();
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
