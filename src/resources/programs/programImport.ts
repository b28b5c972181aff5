import { ruleMessages } from '../../../contract/errors';
import { validationMessages } from '../../../contract/rules/validationMessages';
import { line } from '../../../contract/fields';
import { type Program, programBody } from '../../../contract/programs';
import { programFields } from '../../../contract/courseFields';
import { cleanText, foldArabic } from '../../../contract/rules/arabicText';
import { specialties } from '../../../contract/vocabulary';
import type { RowNote } from '../../features/import/SheetWork';
import {
  createCellReader,
  type Cells,
  type CheckedRow,
  dropUndefined,
  type Finder,
  createFinder,
  type ImportPlan,
  readFields,
} from '../../features/import/importPlan';
import { csvHeaders } from '../../i18n/ar/csv';

/** A line matches an existing programme by the code, or by the name. */
export const programImport: ImportPlan = {
  resource: 'programs',
  headers: csvHeaders.programs,
  requiredGroups: [['program_name', 'program_id']],
  createChecker: async (readAll) => {
    const finders = programFinders(await readAll<Program>('programs'));
    return (cells) => checkProgram(cells, finders);
  },
};

interface ProgramFinders {
  byName: Finder<Program>;
  byCode: Finder<Program>;
}

export const programFinders = (programs: readonly Program[]): ProgramFinders => ({
  byName: createFinder(programs, ({ program_name }) => program_name),
  byCode: createFinder(programs, ({ program_id }) => program_id),
});

// Creating a schema takes much longer than parsing a cell, so each schema is created once.
const schemas = { ...programBody, description: line(programFields.description.max) };

export function checkProgram(cells: Cells, { byName, byCode }: ProgramFinders): CheckedRow {
  const problems: RowNote[] = [];
  const readCell = createCellReader(cells, problems);
  const parsed = readFields(programFields, schemas, readCell, { specialty: parseSpecialty });
  const { program_id: code, program_name } = parsed;
  const programByName = program_name && byName(program_name);
  const programByCode = code && byCode(code);
  const stored = (cells['program_id'] ? programByCode : programByName) || null;
  // A stored code cannot change, not even its upper and lower case.
  const values = dropUndefined({ ...parsed, program_id: stored?.program_id ?? code });
  for (const field of ['program_id', 'program_name'])
    if (!stored && !cells[field]) problems.push({ field, message: validationMessages.required });
  if (programByName && programByName !== stored)
    problems.push({ field: 'program_name', message: ruleMessages.programNameTaken });

  const keys = [
    ...(code ? [`code ${foldArabic(code)}`] : []),
    ...(program_name ? [`name ${foldArabic(program_name)}`] : []),
  ];
  return { values, stored, keys, problems };
}

const parseSpecialty = (text: string) =>
  specialties.find((specialty) => foldArabic(specialty) === foldArabic(text)) ?? cleanText(text);
