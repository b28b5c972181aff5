import type { IssuedContent } from '../../../contract/papers';
import { dailyRecordType } from '../../../contract/vocabulary';
import { verify as say } from '../../i18n/ar/verify';
import './rows.css';

/** The subjects of a paper. */
export function Rows({ rows }: { rows: IssuedContent['rows'] }) {
  return (
    <table className="verify__rows">
      <thead>
        <tr>
          <th scope="col">{say.subject}</th>
          <th scope="col">{say.hours}</th>
          <th scope="col">{say.total}</th>
          <th scope="col">{say.letter}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ subjectCode, subjectName, hours, type, total, grade }) => (
          <tr key={subjectCode}>
            <th scope="row">
              <bdi>{subjectName}</bdi>
            </th>
            <td>{hours}</td>
            <td>
              <bdi>{total ?? (type === dailyRecordType ? type : say.notRecorded)}</bdi>
            </td>
            <td>
              <bdi>{grade ?? say.nothing}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
