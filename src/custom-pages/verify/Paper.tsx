import type { IssuedContent, Verification } from '../../../contract/reports/papers';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { dailyRecordType, type Level, levelNames } from '../../../contract/vocabulary';
import { verify as say } from '../../i18n/ar/verify';
import './rows.css';

const bothDates = (date: string) => say.bothDates(hijriDate(date), gregorianDate(date));
const gpa = (value: number | null) => (value === null ? say.nothing : value.toFixed(2));

/** Whether the paper is valid, and its content. */
export function Paper({ paper }: { paper: Verification }) {
  const { state, number, instituteName, issuedOn, withdrawnOn, content } = paper;
  const facts: Named[] = [
    [say.number, number],
    [say.issuedOn, bothDates(issuedOn)],
    ...(withdrawnOn ? [[say.withdrawnOn, bothDates(withdrawnOn)] as Named] : []),
    ...(content ? factsIn(content) : []),
  ];
  return (
    <>
      <div className={`verify__state verify__state--${state}`} role="status">
        <h2>{say.states[state]}</h2>
        <p>{say.explained[state]}</p>
      </div>
      <p className="verify__institute">
        <bdi>{instituteName}</bdi>
      </p>
      <dl className="verify__facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {content && (
        <>
          <h2>{say.subjects}</h2>
          <Rows rows={content.rows} />
          {content.former.map(({ programName, batchName, transcript, ...sums }, place) => (
            <section key={place}>
              <h2>
                <bdi>{say.former(programName, batchName)}</bdi>
              </h2>
              <p>
                {say.totalHours}: <bdi>{sums.totalHours}</bdi> · {say.cumulativeGpa}:{' '}
                <bdi>{gpa(sums.cumulativeGPA)}</bdi>
              </p>
              <Rows rows={transcript} />
            </section>
          ))}
        </>
      )}
    </>
  );
}

type Named = [name: string, value: string];

const factsIn = (content: IssuedContent): Named[] => [
  [say.student, content.studentName],
  [say.studentNumber, content.studentId],
  ...(content.nationalId ? [[say.nationalId, content.nationalId] as Named] : []),
  ...(content.programName ? [[say.program, content.programName] as Named] : []),
  [say.batch, content.batchName],
  [
    say.level,
    content.level === null ? say.allLevels : (levelNames[content.level as Level] ?? String(content.level)),
  ],
  [say.totalHours, String(content.totalHours)],
  [say.levelGpa, gpa(content.levelGPA)],
  [say.cumulativeGpa, gpa(content.cumulativeGPA)],
];

function Rows({ rows }: { rows: IssuedContent['rows'] }) {
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
        {rows.map(({ subjectCode, subjectName, hours, type, total, grade, isRepeated }) => (
          <tr key={subjectCode} className={isRepeated ? 'verify__repeated' : undefined}>
            <th scope="row">
              <bdi>{subjectName}</bdi>
              {isRepeated && <small> ({say.repeated})</small>}
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
