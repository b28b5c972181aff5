import simpleRestProvider from 'ra-data-simple-rest';
import { Admin, DataTable, Edit, List, Resource, SimpleForm, TextInput } from 'react-admin';
import { createRoot } from 'react-dom/client';

/** The smallest list and form of react-admin. `npm run lighthouse` compares our screens with it. */
const StudentList = () => (
  <List>
    <DataTable>
      <DataTable.Col source="student_id" />
      <DataTable.Col source="full_name" />
      <DataTable.Col source="phone" />
      <DataTable.Col source="email" />
      <DataTable.Col source="status" />
    </DataTable>
  </List>
);

const StudentEdit = () => (
  <Edit>
    <SimpleForm>
      <TextInput source="student_id" />
      <TextInput source="full_name" />
      <TextInput source="phone" />
      <TextInput source="email" />
    </SimpleForm>
  </Edit>
);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
createRoot(container).render(
  <Admin dataProvider={simpleRestProvider('/api')} disableTelemetry>
    <Resource name="students" list={StudentList} edit={StudentEdit} />
  </Admin>,
);
