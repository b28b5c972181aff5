import AutoStories from '@mui/icons-material/AutoStoriesOutlined';
import Groups from '@mui/icons-material/Groups2Outlined';
import Archive from '@mui/icons-material/Inventory2Outlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import { lazy } from 'react';
import type { Batch } from '../../contract/batches';
import type { Program } from '../../contract/programs';
import type { Student } from '../../contract/students';
import type { Subject } from '../../contract/subjects';
import type { User } from '../../contract/users';

/** The records with a list of their own, as react-admin takes them. */
export const resources = {
  programs: {
    name: 'programs',
    icon: MenuBook,
    list: lazy(() => import('./programs/ProgramList')),
    create: lazy(() => import('./programs/ProgramForm').then((form) => ({ default: form.ProgramCreate }))),
    edit: lazy(() => import('./programs/ProgramForm').then((form) => ({ default: form.ProgramEdit }))),
    recordRepresentation: ({ program_name }: Program) => program_name,
  },
  batches: {
    name: 'batches',
    icon: Groups,
    list: lazy(() => import('./batches/BatchList')),
    create: lazy(() => import('./batches/BatchForm').then((form) => ({ default: form.BatchCreate }))),
    edit: lazy(() => import('./batches/BatchForm').then((form) => ({ default: form.BatchEdit }))),
    show: lazy(() => import('./batches/BatchShow')),
    recordRepresentation: ({ batch_name }: Batch) => batch_name,
  },
  subjects: {
    name: 'subjects',
    icon: AutoStories,
    list: lazy(() => import('./subjects/SubjectList')),
    create: lazy(() => import('./subjects/SubjectCreate')),
    edit: lazy(() => import('./subjects/SubjectEdit')),
    recordRepresentation: ({ name }: Subject) => name,
  },
  students: {
    name: 'students',
    icon: School,
    list: lazy(() => import('./students/StudentList')),
    create: lazy(() => import('./students/StudentForm').then((form) => ({ default: form.StudentCreate }))),
    edit: lazy(() => import('./students/StudentForm').then((form) => ({ default: form.StudentEdit }))),
    show: lazy(() => import('./students/show/StudentShow')),
    recordRepresentation: ({ full_name }: Student) => full_name,
  },
  users: {
    name: 'users',
    icon: ManageAccounts,
    list: lazy(() => import('./users/UserList')),
    create: lazy(() => import('./users/UserForm').then((form) => ({ default: form.UserCreate }))),
    edit: lazy(() => import('./users/UserForm').then((form) => ({ default: form.UserEdit }))),
    recordRepresentation: ({ name }: User) => name,
  },
  archive: { name: 'archive', icon: Archive, list: lazy(() => import('./archive/ArchivePage')) },
};
