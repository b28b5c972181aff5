import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import { lazy } from 'react';
import type { User } from '../../../contract/users';

export const users = {
  name: 'users',
  icon: ManageAccounts,
  list: lazy(() => import('./UserList')),
  create: lazy(() => import('./UserForm').then((form) => ({ default: form.UserCreate }))),
  edit: lazy(() => import('./UserForm').then((form) => ({ default: form.UserEdit }))),
  recordRepresentation: ({ name }: User) => name,
};
