import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { roles } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { RoleChip } from './RoleChip';

/** What each role may do. */
export function RoleLegend() {
  const t = useText();
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('users.legend')}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}
      >
        {roles.map((role) => (
          <Box key={role}>
            <dt>
              <RoleChip role={role} />
            </dt>
            <Typography component="dd" variant="body2" color="text.secondary" sx={{ m: 0, mt: 0.5 }}>
              {t(`users.rolesExplained.${role}`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
