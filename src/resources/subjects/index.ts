import AutoStories from '@mui/icons-material/AutoStoriesOutlined';
import { lazy } from 'react';
import type { Subject } from '../../../contract/subjects';

export const subjects = {
  name: 'subjects',
  icon: AutoStories,
  list: lazy(() => import('./SubjectList')),
  create: lazy(() => import('./SubjectCreate')),
  edit: lazy(() => import('./SubjectEdit')),
  recordRepresentation: ({ name }: Subject) => name,
};
