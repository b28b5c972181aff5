import Groups from '@mui/icons-material/Groups2Outlined';
import { lazy } from 'react';
import type { Batch } from '../../../contract/batches';

export const batches = {
  name: 'batches',
  icon: Groups,
  list: lazy(() => import('./BatchList')),
  create: lazy(() => import('./BatchForm').then((form) => ({ default: form.BatchCreate }))),
  edit: lazy(() => import('./BatchForm').then((form) => ({ default: form.BatchEdit }))),
  recordRepresentation: ({ batch_name }: Batch) => batch_name,
};
