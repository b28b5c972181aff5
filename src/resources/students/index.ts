import School from '@mui/icons-material/SchoolOutlined';
import { lazy } from 'react';
import type { Student } from '../../../contract/students';

export const students = {
  name: 'students',
  icon: School,
  list: lazy(() => import('./StudentList')),
  create: lazy(() => import('./StudentForm').then((form) => ({ default: form.StudentCreate }))),
  edit: lazy(() => import('./StudentForm').then((form) => ({ default: form.StudentEdit }))),
  recordRepresentation: ({ full_name }: Student) => full_name,
};
