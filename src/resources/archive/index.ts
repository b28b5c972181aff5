import Archive from '@mui/icons-material/Inventory2Outlined';
import { lazy } from 'react';

export const archive = {
  name: 'archive',
  icon: Archive,
  list: lazy(() => import('./ArchivePage')),
};
