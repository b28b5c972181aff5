import type { IssuedContent, Verification } from '../../../contract/reports/papers';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { dailyRecordType, type Level, levelNames } from '../../../contract/vocabulary';
import { verify as labels } from '../../i18n/ar/verify';
import './rows.css';

const bothDates = (date: string) => labels.bothDates(hijriDate(date), gregorianDate(date));
const gpa = (value: number | null) => (value === null ? labels.nothing : value.toFixed(2));

export function Paper({ paper }: { paper: Verification }) {
  const { state, number, instituteName, issuedOn, withdrawnOn, content } = paper;
  const facts: FactRow[] = [
    [labels.number, number],
    [labels.issuedOn, bothDates(issuedOn)],
    ...(withdrawnOn ? [[labels.withdrawnOn, bothDates(withdrawnOn)] as FactRow] : []),
    ...(content ? contentFacts(content) : []),
  ];
  return (
    <>
      <div className={`verify__state verify__state--${state}`} role="status">
        <h2>{labels.states[state]}</h2>
        <p>{labels.explained[state]}</p>
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
          <h2>{labels.subjects}</h2>
          <Rows rows={content.rows} />
          {content.former.map(({ programName, batchName, transcript, ...sums }, index) => (
            <section key={index}>
              <h2>
                <bdi>{labels.former(programName, batchName)}</bdi>
              </h2>
              <p>
                {labels.totalHours}: <bdi>{sums.totalHours}</bdi> · {labels.cumulativeGpa}:{' '}
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

type FactRow = [name: string, value: string];

const contentFacts = (content: IssuedContent): FactRow[] => [
  [labels.student, content.studentName],
  [labels.studentNumber, content.studentId],
  ...(content.nationalId ? [[labels.nationalId, content.nationalId] as FactRow] : []),
  ...(content.programName ? [[labels.program, content.programName] as FactRow] : []),
  [labels.batch, content.batchName],
  [
    labels.level,
    content.level === null ? labels.allLevels : (levelNames[content.level as Level] ?? String(content.level)),
  ],
  [labels.totalHours, String(content.totalHours)],
  [labels.levelGpa, gpa(content.levelGPA)],
  [labels.cumulativeGpa, gpa(content.cumulativeGPA)],
];

function Rows({ rows }: { rows: IssuedContent['rows'] }) {
  return (
    <table className="verify__rows" aria-label={labels.subjects}>
      <thead>
        <tr>
          <th scope="col">{labels.subject}</th>
          <th scope="col">{labels.hours}</th>
          <th scope="col">{labels.total}</th>
          <th scope="col">{labels.letter}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ subjectCode, subjectName, hours, type, total, max, grade, isRepeated }) => (
          <tr key={subjectCode} className={isRepeated ? 'verify__repeated' : undefined}>
            <th scope="row">
              <bdi>{subjectName}</bdi>
              {isRepeated && <small> ({labels.repeated})</small>}
            </th>
            <td>{hours}</td>
            <td>
              <bdi>
                {total === null
                  ? type === dailyRecordType
                    ? type
                    : labels.notRecorded
                  : max === undefined
                    ? total
                    : labels.outOf(total, max)}
              </bdi>
            </td>
            <td>
              <bdi>{grade ?? labels.nothing}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
