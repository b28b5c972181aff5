import { Pagination } from 'react-admin';

const rowsPerPage = [10, 25, 50, 100];

export default function WidePages() {
  return <Pagination rowsPerPageOptions={rowsPerPage} sx={{ mt: 1 }} />;
}
